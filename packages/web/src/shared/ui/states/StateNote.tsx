import { type ReactNode, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, type FailedAnswer } from '../../api/error-text.ts'
import { Button } from '../buttons/Button.tsx'
import { HeadingLevel } from '../layout/heading-level.ts'
import { PageHeading } from '../layout/PageHeading.tsx'
import { neighbourWith, useFocusHandover } from '../layout/use-focus-handover.ts'
import { Icon, type IconName } from '../media/Icon.tsx'
import css from './StateNote.module.css'
import { failureOf, type Loading } from './use-load.ts'

type NoteProps = {
  icon: IconName
  title: string
  text?: string | undefined
  /** Whether the title is the main heading of the page, because the screen has no other one. */
  isPage?: boolean
  /** Whether the note is about a failure, which screen readers read at once. */
  isFailed?: boolean
  children?: ReactNode
}

/** The content of an empty screen: an icon, text, and one action as child. */
export function EmptyState({ icon, title, text, isPage = false, isFailed = false, children }: NoteProps) {
  const Heading = `h${use(HeadingLevel)}` as const
  return (
    <div className={css.note} role={isFailed ? 'alert' : undefined} data-failed={isFailed || undefined}>
      <span className={css.sign}>
        <Icon name={icon} size={30} />
      </span>
      {isPage ? (
        <PageHeading className={css.title} title={title} />
      ) : (
        <Heading className={css.title}>{title}</Heading>
      )}
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}

type ErrorStateProps = Pick<NoteProps, 'isPage'> & { refused: FailedAnswer; onRetry: () => void }

/** The content of a screen that failed to load: the error text and a retry button (E3). */
export function ErrorState({ refused, onRetry, isPage = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const texts = { title: t('state.failed'), text: errorText(t, refused) }
  return (
    <EmptyState isFailed isPage={isPage} icon="warning" {...texts}>
      <Button icon="refresh" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </EmptyState>
  )
}

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

const besideAlert = neighbourWith('a, button')

const aroundAlert = (alert: HTMLElement) =>
  alert.closest<HTMLElement>('[tabindex]') ??
  alert.closest('main')?.querySelector<HTMLElement>('h1[tabindex]') ??
  besideAlert(alert)
