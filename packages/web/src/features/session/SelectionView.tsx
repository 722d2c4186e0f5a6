import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import css from './SelectionView.module.css'
import { useTakeover } from './use-takeover.ts'

type SelectionViewProps = {
  title: string
  text?: string | undefined
  /** The level of its heading: 3 where it takes a whole tab, 4 within a section. */
  level: 3 | 4
  onDone: () => void
  children: ReactNode
}

/** Takes the place of a list: a heading that takes the focus, what can be chosen, and the way back; Escape is one, too. */
export function SelectionView({ title, text, level, onDone, children }: SelectionViewProps) {
  const { t } = useTranslation()
  const { view, heading } = useTakeover<HTMLDivElement>(onDone)
  const Heading = `h${level}` as const
  return (
    <div ref={view} className={css.view} role="group" aria-label={title} data-level={level}>
      <Heading ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </Heading>
      {text && <p className={css.text}>{text}</p>}
      {children}
      <Button tone="primary" icon="check" className={css.done} onClick={onDone}>
        {t('session.options.done')}
      </Button>
    </div>
  )
}
