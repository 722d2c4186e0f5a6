import { useId } from 'react'
import css from './Choices.module.css'

type ChoicesProps<T extends string> = {
  /** The name of the group for screen readers. It is not visible, because the title of the card is the visible name. */
  legend: string
  value: T
  onChange: (value: T) => void
  choices: readonly { value: T; label: string; text: string }[]
}

/** A group of radio buttons. Each button has an explanation. */
export function Choices<T extends string>({ legend, value, onChange, choices }: ChoicesProps<T>) {
  const id = useId()
  return (
    <fieldset className={css.choices}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={css.choice} data-chosen={choice.value === value || undefined}>
          <input
            type="radio"
            name={id}
            aria-labelledby={`${id}-${choice.value}`}
            aria-describedby={`${id}-${choice.value}-text`}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className={css.words}>
            <span id={`${id}-${choice.value}`} className={css.label}>
              {choice.label}
            </span>
            <span id={`${id}-${choice.value}-text`} className="secondary-small">
              {choice.text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
