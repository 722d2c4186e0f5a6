import type { GoneReason } from '@jointly/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/use-shell.ts'
import { buttonClass } from '../../shared/ui/buttons/Button.tsx'
import type { IconName } from '../../shared/ui/media/Icon.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/** Why somebody is told to be out, where they may stay and read it. */
type NotedReason = Exclude<GoneReason, 'deleted'>

const signs: Record<NotedReason, IconName> = {
  'not-found': 'search',
  policy: 'lock',
  banned: 'lock',
}

/** Why someone is not in the session, and the way home. */
export function OutNote({ reason }: { reason: NotedReason }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={signs[reason]} title={t(`session.out.${reason}`)} text={t(`session.out.${reason}Text`)}>
      <ShellLink className={buttonClass({ tone: 'primary' })} to={screenPath.home()}>
        {t('session.out.home')}
      </ShellLink>
    </EmptyState>
  )
}

/** The session they were in was deleted: they are told, and sent home (S6). */
export function SentHome() {
  const { t } = useTranslation()
  const go = useGo()
  useEffect(() => {
    showToast({ text: `${t('session.out.deleted')}. ${t('session.out.deletedText')}` })
    go(screenPath.home(), { replace: true })
  }, [t, go])
  return null
}
