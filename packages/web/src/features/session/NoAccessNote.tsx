import type { GoneReason } from '@jointly/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/use-shell.ts'
import { Button, buttonClass } from '../../shared/ui/buttons/Button.tsx'
import type { IconName } from '../../shared/ui/media/Icon.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/** The reasons that the screen shows. A deleted session is not among them, because it opens the home screen. */
type NoAccessReason = Exclude<GoneReason, 'deleted'>

const signs: Record<NoAccessReason, IconName> = {
  'not-found': 'search',
  policy: 'lock',
  banned: 'lock',
}

/** Explains why the person cannot enter the session, and links to the home screen. */
export function NoAccessNote({ reason, onRetry }: { reason: NoAccessReason; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={signs[reason]} title={t(`session.out.${reason}`)} text={t(`session.out.${reason}Text`)}>
      <ShellLink className={buttonClass({ tone: 'primary' })} to={screenPath.home()}>
        {t('session.out.home')}
      </ShellLink>
      <Button icon="refresh" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </EmptyState>
  )
}

/** Opens the home screen and shows there that the session was deleted (S6). */
export function RedirectHome() {
  const { t } = useTranslation()
  const go = useGo()
  useEffect(() => {
    showToast({ text: `${t('session.out.deleted')}. ${t('session.out.deletedText')}` })
    go(screenPath.home(), { replace: true })
  }, [t, go])
  return null
}
