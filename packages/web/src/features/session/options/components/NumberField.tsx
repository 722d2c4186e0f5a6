import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf, type TypedNumbers } from '../model/typed-numbers.ts'
import css from './NumberField.module.css'

type NumberFieldProps = {
  /** The name under which `typed` stores a number that is not allowed. */
  name: string
  typed: TypedNumbers
  label: string
  /** A sentence that explains the number. */
  text: string
  min: number
  max: number
  /** The current number. Null only if the field may be empty. */
  value: number | null
  onChange: (value: number | null) => void
  /** The text that an empty field shows. If it is missing, the field must not be empty. */
  emptyText?: string
}

/**
 * An input for a whole number in a range. The arrow keys change the number, and phones show a keypad with digits. A
 * number outside the range stays in the field with an error, and the form cannot be saved (H1).
 */
export function NumberField(props: NumberFieldProps) {
  const { name, label, text, min, max, value, onChange, emptyText } = props
  const { t } = useTranslation()
  const id = useId()
  const [wasLeft, setLeft] = useState(false)
  const [typed, setTyped] = useState(() => props.typed.shown(name, value))
  const [known, setKnown] = useState(value)
  // Something outside this field has changed the value, for example Discard. So the field shows the new value.
  if (value !== known) {
    setKnown(value)
    setTyped(textOf(value))
  }

  const error = wasLeft && !isValid(typed) ? t('session.options.numberRange', { min, max }) : null

  function isValid(text: string): boolean {
    const number = parse(text)
    if (number === null) return emptyText !== undefined && text === ''
    return Number.isInteger(number) && number >= min && number <= max
  }

  function type(next: string): void {
    setTyped(next)
    props.typed.keep(name, value, isValid(next) ? null : next)
    if (!isValid(next)) return
    setKnown(parse(next))
    onChange(parse(next))
  }

  /** Shows the error here, instead of the browser's own message. */
  function showError(event: FormEvent): void {
    event.preventDefault()
    setLeft(true)
  }

  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        className={css.input}
        min={min}
        max={max}
        step={1}
        required={emptyText === undefined}
        placeholder={emptyText}
        value={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-text` : `${id}-text`}
        onChange={(event) => type(event.target.value)}
        onFocus={() => isValid(typed) && setLeft(false)}
        onBlur={() => setLeft(true)}
        onInvalid={showError}
      />
      {error && (
        <span id={`${id}-error`} className={css.error} role="alert">
          {error}
        </span>
      )}
      <span id={`${id}-text`} className={css.text}>
        {text}
      </span>
    </div>
  )
}

const parse = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
