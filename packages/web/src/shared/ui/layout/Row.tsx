import type { ReactNode } from 'react'
import css from './Row.module.css'

type RowProps = {
  title: ReactNode
  detail?: ReactNode
  /** A cover, avatar or icon at the left. */
  start?: ReactNode
  /** Buttons, counts or a switch at the right. */
  end?: ReactNode
  selected?: boolean
  dimmed?: boolean
  /** Whether long texts take more lines. Otherwise they are cut off, so that all rows have the same height. */
  wraps?: boolean
}

/**
 * The content of a list row: a picture, two lines of text, and controls. Put the row into a link or button if
 * people can press it.
 */
export function Row({
  title,
  detail,
  start,
  end,
  selected = false,
  dimmed = false,
  wraps = false,
}: RowProps) {
  return (
    <div
      className={css.row}
      data-selected={selected || undefined}
      data-dimmed={dimmed || undefined}
      data-wraps={wraps || undefined}
    >
      {start}
      <div className={css.words}>
        <div className={css.title} dir="auto">
          {title}
        </div>
        {detail && (
          <div className={css.detail} dir="auto">
            {detail}
          </div>
        )}
      </div>
      {end && <div className={css.end}>{end}</div>}
    </div>
  )
}

/** The class of a link or button around a `Row`. */
export const pressableRow = css.pressable ?? ''
