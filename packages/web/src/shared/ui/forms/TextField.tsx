import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import css from './TextField.module.css'

type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id'> & {
  label: string
  /** A sentence that says what to enter. An error replaces the hint. */
  hint?: string
  /** The error text of this field. */
  error?: string | undefined
  /** A control at the right end of the input. */
  end?: ReactNode
}

/** A text input with a label. Screen readers also read its hint or error. */
export function TextField({ label, hint, error, end, className, ...input }: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={[css.field, className].filter(Boolean).join(' ')} data-invalid={error ? '' : undefined}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.box}>
        <input
          dir="auto"
          {...input}
          id={id}
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={css.note} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
