import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { loadFriends } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { rowGrid, Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, IconLink, ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { FriendRow } from './FriendRow.tsx'
import { requestsFirst } from './friendship.ts'

/** Friends and open requests (N1). Changes by other people arrive over the live connection. */
export function FriendsScreen() {
  const { t } = useTranslation()
  const friends = useStore((state) => state.friends)
  const { loading, reload } = useLoad(loadFriends)
  return (
    <Screen
      wide
      title={t('friends.title')}
      back={<BackLink />}
      actions={<IconLink icon="search" label={t('friends.find')} to={screenPath.findFriends()} />}
    >
      <ul className={rowGrid}>
        {requestsFirst(friends).map((friend) => (
          <li key={friend.id}>
            <FriendRow friend={friend} />
          </li>
        ))}
      </ul>
      {friends.length === 0 && loading.state === 'loading' && <SkeletonRows count={3} />}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {friends.length === 0 && loading.state === 'ready' && (
        <EmptyState icon="friends" title={t('friends.empty')} text={t('friends.emptyText')}>
          <ShellLink to={screenPath.findFriends()} className={buttonClass({ tone: 'primary' })}>
            <Icon name="search" /> {t('friends.find')}
          </ShellLink>
        </EmptyState>
      )}
    </Screen>
  )
}
