import { type ReactNode, useId } from 'react'
import { Row } from '../../shared/ui/layout/Row.tsx'
import type { IconName } from '../../shared/ui/media/Icon.tsx'
import { IconCircle } from '../../shared/ui/media/IconCircle.tsx'
import css from './SettingsScreen.module.css'

type SelectEntryProps = {
  icon: IconName
  title: string
  text: string
  value: string
  onChange: (value: string) => void
  /** The `option` elements of the selection list. */
  children: ReactNode
}

/** A row of the settings with a selection list. */
export function SelectEntry({ icon, title, text, value, onChange, children }: SelectEntryProps) {
  const id = useId()
  return (
    <Row
      wraps
      start={<IconCircle name={icon} />}
      title={<label htmlFor={id}>{title}</label>}
      detail={text}
      end={
        <select
          id={id}
          className={css.choice}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </select>
      }
    />
  )
}
