import { type ReactNode, useId } from 'react'
import css from './Panel.module.css'

type PanelProps = {
  title: string
  /** Whether only screen readers get the title, because the content shows it too. */
  isTitleHidden?: boolean
  /** Shows the panel in a warm colour, because the person must do something there. */
  isUrgent?: boolean
  children: ReactNode
}

/** The class of a list with the look of a panel. Its heading is the title of the screen. */
export const listPanel = css.listPanel ?? ''

/** A part of a screen with an edge and a heading. */
export function Panel({ title, isTitleHidden = false, isUrgent = false, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.panel} data-urgent={isUrgent || undefined}>
      <h2 id={id} className={isTitleHidden ? 'visually-hidden' : css.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The class of a container with a wide column and a narrow one. On a small screen they are one below the other. */
export const twoColumns = css.columns ?? ''

/** The class of a column whose panels are one below the other. */
export const panelColumn = css.column ?? ''
