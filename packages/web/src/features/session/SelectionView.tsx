import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogLayer } from '../../shared/browser/back/use-layer.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { HeadingLevel } from '../../shared/ui/layout/heading-level.ts'
import css from './SelectionView.module.css'
import { useEscape } from './use-escape.ts'

type SelectionViewProps = {
  title: string
  text?: string | undefined
  /** The level of the heading: 3 if the view fills a tab, 4 inside a section. */
  level: 3 | 4
  onDone: () => void
  children: ReactNode
}

/**
 * A view that replaces a list while a person chooses new items for the list. The Done button, Escape and
 * Back close the view (M3).
 */
export function SelectionView({ title, text, level, onDone, children }: SelectionViewProps) {
  const { t } = useTranslation()
  const view = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    view.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEscape(view, onDone)
  useDialogLayer(true, onDone)
  const Heading = `h${level}` as const
  return (
    <div ref={view} className={css.view} role="group" aria-label={title} data-level={level}>
      <Heading ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </Heading>
      {text && <p className="secondary-small">{text}</p>}
      <HeadingLevel value={level === 3 ? 4 : 5}>{children}</HeadingLevel>
      <Button tone="primary" icon="check" className={css.done} onClick={onDone}>
        {t('session.options.done')}
      </Button>
    </div>
  )
}
