import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../../shared/ui/buttons/Button.tsx'
import type { IconName } from '../../../../shared/ui/media/Icon.tsx'
import { Row } from '../../../../shared/ui/layout/Row.tsx'
import { SelectionView } from '../../SelectionView.tsx'
import { useFocusReturn } from '../../use-replacement-view.ts'
import css from './ListWithPicker.module.css'

type WithPickerProps = {
  /** Renders the list. The list must call `focusAdd` after it removed the element with the focus. */
  renderList: (focusAdd: () => void) => ReactNode
  add: { label: string; icon: IconName }
  title: string
  text?: string | undefined
  /** The content that replaces the list while the picker is open. */
  picker: ReactNode
}

/**
 * A list with a button that opens a picker in place of the list. When the picker closes, the button gets the
 * focus.
 */
export function ListWithPicker({ renderList, add, title, text, picker }: WithPickerProps) {
  const [open, setOpen] = useState(false)
  const button = useFocusReturn(open)
  if (open)
    return (
      <SelectionView level={4} title={title} text={text} onDone={() => setOpen(false)}>
        {picker}
      </SelectionView>
    )
  return (
    <>
      {renderList(() => button.current?.focus())}
      <Button ref={button} className={css.add} icon={add.icon} onClick={() => setOpen(true)}>
        {add.label}
      </Button>
    </>
  )
}

type PickRowProps = {
  start: ReactNode
  title: string
  detail?: string | undefined
  picked: boolean
  /** The icon of a row that is not picked. */
  icon?: IconName
  /** The labels of the button while the item is not picked, and while it is. */
  labels: { pick: string; picked: string }
  onToggle: () => void
}

/** A row for one item. Its button picks the item, or removes it if it is already picked. */
export function PickRow({ start, title, detail, picked, icon = 'add', labels, onToggle }: PickRowProps) {
  return (
    <Row
      start={start}
      title={title}
      detail={detail}
      end={
        <IconButton
          icon={picked ? 'check' : icon}
          tone={picked ? 'primary' : 'plain'}
          aria-pressed={picked}
          label={picked ? labels.picked : labels.pick}
          onClick={onToggle}
        />
      }
    />
  )
}
