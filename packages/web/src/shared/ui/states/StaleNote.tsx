import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../buttons/Button.tsx'
import { aroundAlert, useFocusHandover } from '../layout/use-focus-handover.ts'
import css from './StaleNote.module.css'
import { failureOf, type Loading } from './use-load.ts'

type StaleNoteProps = { loading: Loading<unknown>; onRetry: () => void }

/** Says why what the screen shows could not be loaded again, so that it may be outdated (E3). */
export function StaleNote({ loading, onRetry }: StaleNoteProps) {
  const { t } = useTranslation()
  const [retried, setRetried] = useState<Loading<unknown> | null>(null)
  const failure = failureOf(loading)
  // Each answer is another object, so the same object means that the retry still runs.
  const isRetrying = retried !== null && (loading === retried || loading.state === 'loading')
  if (failure === null && !isRetrying) return null
  const retry = () => {
    setRetried(loading)
    onRetry()
  }
  return (
    <StaleAlert isRetrying={isRetrying} onRetry={retry}>
      {/* While the retry runs, another text is here. So screen readers read the failure again if it is the same. */}
      {isRetrying || failure === null ? t('state.loading') : errorText(t, failure)}
    </StaleAlert>
  )
}

type StaleAlertProps = { isRetrying: boolean; onRetry: () => void; children: ReactNode }

/** When the alert with its button disappears, the part of the screen around it gets the focus (D14). */
function StaleAlert({ isRetrying, onRetry, children }: StaleAlertProps) {
  const { t } = useTranslation()
  const alert = useFocusHandover<HTMLParagraphElement>(aroundAlert)
  return (
    <p ref={alert} className={css.stale} role="alert">
      {children}
      <Button size="s" icon="refresh" state={isRetrying ? 'loading' : 'default'} onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </p>
  )
}
