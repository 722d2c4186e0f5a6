import type { Friend } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { loadFriends } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { buttonClass } from '../../shared/ui/Button.tsx'
import { Row } from '../../shared/ui/Row.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink, IconLink, ShellLink } from '../../shared/ui/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/StateNote.tsx'
import { useLoad } from '../../shared/ui/use-load.ts'

const statusKey = {
  requested: 'friends.requested',
  asked: 'friends.asked',
  friends: 'friends.friends',
} as const

/** Friends and open requests (N1). */
export function FriendsScreen() {
  const { t } = useTranslation()
  const friends = useStore((state) => state.friends)
  const { loading, reload } = useLoad(loadFriends)
  const wordsFor = ({ status }: Friend) =>
    status === 'none' || status === 'self' ? '' : t(statusKey[status])
  return (
    <Screen
      title={t('friends.title')}
      back={<BackLink />}
      actions={<IconLink icon="search" label={t('friends.find')} to={screenPath.findFriends()} />}
    >
      <ul>
        {friends.map((friend) => (
          <li key={friend.id}>
            <Row
              start={<Avatar name={friend.username} size={48} />}
              title={friend.username}
              detail={wordsFor(friend)}
            />
          </li>
        ))}
      </ul>
      {friends.length === 0 && loading.state === 'loading' && <SkeletonRows count={3} />}
      {loading.state === 'failed' && <ErrorState text={errorText(t, loading.refused)} onRetry={reload} />}
      {friends.length === 0 && loading.state === 'ready' && (
        <EmptyState icon="friends" title={t('friends.empty')} text={t('friends.emptyText')}>
          <ShellLink to="" className={buttonClass({ tone: 'primary' })}>
            {t('friends.toSessions')}
          </ShellLink>
        </EmptyState>
      )}
    </Screen>
  )
}
