import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../shared/ui/buttons/Button.tsx'
import css from './MarkedList.module.css'
import { type ItemKind, type MarkedItem, markItems } from '../model/three-way-merge.ts'

type MarkedListProps<T> = {
  before: readonly T[]
  now: readonly T[]
  kind: ItemKind<T>
  onChange: (now: readonly T[]) => void
  nameOf: (item: T) => string
  renderStart: (item: T) => ReactNode
  detail?: (item: T) => string
  /** Renders the additional controls of a row. It is not called for removed rows. */
  renderControl?: (item: T) => ReactNode
  /** The label of the button that removes a row. */
  removeLabel: (name: string) => string
  isFixed?: (item: T) => boolean
  /**
   * Is called after the person has removed an added row. The row had the focus and does not exist any more, so the
   * caller must set the focus to another element.
   */
  onAddedRowRemoved: () => void
  /** The text for an empty list. */
  empty?: string
}

/**
 * A list that a person edits. Added and changed rows are marked. Removed rows stay visible until the person saves, so
 * that they can be restored.
 */
export function MarkedList<T>(props: MarkedListProps<T>) {
  const { before, now, kind, empty } = props
  const rows = markItems(before, now, kind)
  if (rows.length === 0) return empty ? <p className="secondary-small">{empty}</p> : null
  return (
    <ul className={css.list}>
      {rows.map((row) => (
        <li key={kind.keyOf(row.item)}>
          <MarkedRow {...props} row={row} />
        </li>
      ))}
    </ul>
  )
}

function MarkedRow<T>(props: MarkedListProps<T> & { row: MarkedItem<T> }) {
  const { t } = useTranslation()
  const { row, before, now, kind, onChange, nameOf, detail, renderControl } = props
  const { item, mark } = row
  const name = nameOf(item)
  const isRemoved = mark === 'removed'
  const key = kind.keyOf(item)
  function toggle(): void {
    const rest = now.filter((each) => kind.keyOf(each) !== key)
    onChange(isRemoved ? [...rest, ...before.filter((each) => kind.keyOf(each) === key)] : rest)
    if (mark === 'added') props.onAddedRowRemoved()
  }
  return (
    <div
      className={css.row}
      data-removed={isRemoved || undefined}
      data-control={(!isRemoved && renderControl !== undefined) || undefined}
    >
      {props.renderStart(item)}
      <div className={css.words}>
        <p className={css.name} dir="auto">
          {name}
        </p>
        <p className={css.detail}>
          {mark !== 'same' && (
            <span className={css.mark} data-mark={mark}>
              {t(`session.options.mark.${mark}`)}
            </span>
          )}
          {detail?.(item)}
        </p>
      </div>
      {!isRemoved && renderControl?.(item)}
      {!props.isFixed?.(item) && (
        <IconButton
          icon={isRemoved ? 'undo' : 'close'}
          size={18}
          label={isRemoved ? t('session.options.undo', { name }) : props.removeLabel(name)}
          onClick={toggle}
        />
      )}
    </div>
  )
}
