import { useTranslation } from 'react-i18next'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink } from '../../shared/ui/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/Skeleton.tsx'

/**
 * One session: who plays what, and what is voted for.
 *
 * @param ssid the session's id, as the address names it
 */
export function SessionScreen({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  return (
    <Screen title={t('session.title')} back={<BackLink />} key={ssid}>
      <SkeletonRows />
    </Screen>
  )
}
