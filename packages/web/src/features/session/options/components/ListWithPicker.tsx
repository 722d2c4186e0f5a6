import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../../shared/ui/buttons/Button.tsx'
import type { IconName } from '../../../../shared/ui/media/Icon.tsx'
import { Row } from '../../../../shared/ui/layout/Row.tsx'
import { SelectionView } from '../../SelectionView.tsx'
import { useFocusReturn } from '../../../../shared/ui/layout/use-focus-return.ts'
import css from './ListWithPicker.module.css'

type WithPickerProps = {
  /** Renders the list. It must call `focusAdd` after it has removed the element with the focus. */
  renderList: (focusAdd: () => void) => ReactNode
  add: { label: string; icon: IconName }
  title: string
  text?: string | undefined
  /** Renders the picker, which replaces the list while it is open. */
  renderPicker: (close: () => void) => ReactNode
}

/**
 * A list with a button that opens a picker in place of the list. When the picker closes, the button gets the
 * focus.
 */
export function ListWithPicker({ renderList, add, title, text, renderPicker }: WithPickerProps) {
  const [open, setOpen] = useState(false)
  const button = useFocusReturn(open)
  const close = () => setOpen(false)
  if (open)
    return (
      <SelectionView level={4} title={title} text={text} onDone={close}>
        {renderPicker(close)}
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
  /** The labels of the button: `pick` while the item is not picked, and `picked` while it is picked. */
  labels: { pick: string; picked: string }
  onToggle: () => void
}

/** A row for one item. Its button picks the item, or removes it if it is already picked. */
export function PickRow({ start, title, detail, picked, labels, onToggle }: PickRowProps) {
  return (
    <Row
      start={start}
      title={title}
      detail={detail}
      end={
        <IconButton
          icon={picked ? 'check' : 'add'}
          tone={picked ? 'primary' : 'plain'}
          aria-pressed={picked}
          label={picked ? labels.picked : labels.pick}
          onClick={onToggle}
        />
      }
    />
  )
}
