import type { Friend } from '@jointly/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { loadFriends } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'

type FriendsLoaderProps = { whyText: string; children: (friends: readonly Friend[]) => ReactNode }

/**
 * Passes the person's friends to `children`: first the stored friends, then the fetched friends. If no friends are
 * stored and the request fails, it shows the error.
 * @param whyText the text for a person without friends; it explains what friends are needed for
 */
export function FriendsLoader({ whyText, children }: FriendsLoaderProps) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadFriends)
  const friends = useStore((state) => state.friends).filter(({ status }) => status === 'friends')
  if (friends.length > 0) return children(friends)
  if (loading.state === 'loading') return <SkeletonRows count={3} />
  if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={reload} />
  return (
    <EmptyState icon="friends" title={t('session.social.noFriends')} text={whyText}>
      <ButtonLink to={screenPath.findFriends()}>{t('session.social.findFriends')}</ButtonLink>
    </EmptyState>
  )
}
