import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, type FailedAnswer } from '../../api/error-text.ts'
import { Button } from '../buttons/Button.tsx'
import { HeadingLevel } from '../layout/heading-level.ts'
import { PageHeading } from '../layout/PageHeading.tsx'
import { aroundAlert, useFocusHandover } from '../layout/use-focus-handover.ts'
import { Icon, type IconName } from '../media/Icon.tsx'
import css from './StateNote.module.css'

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

/**
 * The content of an empty screen: an icon, text, and one action as child. When a note about a failure disappears, the
 * part of the screen around it gets the focus (D14).
 */
export function EmptyState({ icon, title, text, isPage = false, isFailed = false, children }: NoteProps) {
  const Heading = `h${use(HeadingLevel)}` as const
  const note = useFocusHandover<HTMLDivElement>(aroundAlert)
  return (
    <div
      ref={isFailed ? note : undefined}
      className={css.note}
      role={isFailed ? 'alert' : undefined}
      data-failed={isFailed || undefined}
    >
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
