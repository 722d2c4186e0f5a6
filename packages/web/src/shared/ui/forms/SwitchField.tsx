import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import css from './SwitchField.module.css'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The id of the element that names the switch. */
  labelledBy: string
  describedBy?: string
}

/** A switch without its own text, for rows that have a text. */
export function Toggle({ checked, onChange, disabled = false, labelledBy, describedBy }: SwitchProps) {
  return (
    <Switch.Root
      className={css.root}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-labelledby={labelledBy}
      {...(describedBy && { 'aria-describedby': describedBy })}
    >
      <Switch.Thumb className={css.thumb} />
    </Switch.Root>
  )
}

/** A switch with a label and an explanation. */
export function SwitchField({
  label,
  detail,
  ...rest
}: Omit<SwitchProps, 'labelledBy' | 'describedBy'> & { label: string; detail?: string }) {
  const id = useId()
  return (
    <label className={css.field}>
      <span id={id} className={css.label}>
        {label}
      </span>
      <Toggle {...rest} labelledBy={id} {...(detail && { describedBy: `${id}-detail` })} />
      {detail && (
        <span id={`${id}-detail`} className={css.detail}>
          {detail}
        </span>
      )}
    </label>
  )
}
