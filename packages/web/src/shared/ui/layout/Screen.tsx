import type { ReactNode } from 'react'
import { PageHeading } from './PageHeading.tsx'
import css from './Screen.module.css'

type ScreenProps = {
  title: string
  /** A sentence below the title. */
  intro?: string | undefined
  /** The link to the parent screen. */
  back?: ReactNode
  actions?: ReactNode
  /** Uses the whole width of a desktop, for content in columns. */
  wide?: boolean
  /** Content that stays at the bottom of the screen, where the thumb can reach it. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The frame of a simple screen: a header with title and actions, a scrolling body, and a footer for the main
 * action.
 */
export function Screen({ title, intro, back, actions, wide = false, footer, children }: ScreenProps) {
  return (
    <section className={css.screen}>
      <header className={css.head}>
        {back}
        <PageHeading title={title} className={css.title} />
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      <div className={css.body}>
        <div className={css.column} data-wide={wide || undefined}>
          {intro && <p className={css.intro}>{intro}</p>}
          {children}
        </div>
      </div>
      {footer && (
        <footer className={css.footer}>
          <div className={css.column}>{footer}</div>
        </footer>
      )}
    </section>
  )
}

/** The class of a list on a `wide` screen. Its rows are in as many columns as fit. */
export const rowGrid = css.grid ?? ''
