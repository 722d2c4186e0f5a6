import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../../shared/ui/buttons/Button.tsx'
import type { IconName } from '../../../../shared/ui/media/Icon.tsx'
import { Row } from '../../../../shared/ui/layout/Row.tsx'
import { SelectionView } from '../../SelectionView.tsx'
import { useFocusBack } from '../../use-takeover.ts'
import css from './PickView.module.css'

type WithPickerProps = {
  /** The list, shown while nothing is picked; whoever takes away what had the focus gives it to the button. */
  renderList: (focusAdd: () => void) => ReactNode
  add: { label: string; icon: IconName }
  title: string
  text?: string | undefined
  /** What can be picked; replaces the list while open. */
  picker: ReactNode
}

/** A list with a button that opens a selection view in its place. The focus goes along, and comes back to the button. */
export function WithPicker({ renderList, add, title, text, picker }: WithPickerProps) {
  const [open, setOpen] = useState(false)
  const button = useFocusBack(open)
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
  /** Words of the button in either state. */
  labels: { pick: string; picked: string }
  onToggle: () => void
}

/** Something that can be picked, and let go again. */
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
