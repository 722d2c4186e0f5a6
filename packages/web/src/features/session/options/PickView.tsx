import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import type { IconName } from '../../../shared/ui/Icon.tsx'
import { Row } from '../../../shared/ui/Row.tsx'
import { useFocusBack, useTakeover } from '../use-takeover.ts'
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
      <PickView title={title} text={text} onDone={() => setOpen(false)}>
        {picker}
      </PickView>
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

type PickViewProps = { title: string; text?: string | undefined; onDone: () => void; children: ReactNode }

/** The selection view: a heading that takes the focus, what can be picked, and the way back; Escape is one, too. */
export function PickView({ title, text, onDone, children }: PickViewProps) {
  const { t } = useTranslation()
  const { view, heading } = useTakeover<HTMLDivElement>(onDone)
  return (
    <div ref={view} className={css.view} role="group" aria-label={title}>
      <h4 ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </h4>
      {text && <p className={css.text}>{text}</p>}
      {children}
      <Button tone="primary" icon="check" className={css.add} onClick={onDone}>
        {t('session.options.done')}
      </Button>
    </div>
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
