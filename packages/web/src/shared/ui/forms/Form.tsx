import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonState } from '../buttons/Button.tsx'
import css from './Form.module.css'
import { Icon, type IconName } from '../media/Icon.tsx'
import type { FormMode } from './use-form.ts'

type FormProps = {
  form: {
    mode: FormMode
    note: string | null
    buttonState: ButtonState
    locked: boolean
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
  /** The text of the button before the form is sent. */
  action: string
  /** The icon of the button before the form is sent. */
  icon?: IconName
  /** The name of the form for screen readers. */
  label: string
  tone?: 'primary' | 'danger'
  children: ReactNode
}

/**
 * The frame of a form: its fields, the error message, and the button. The text of the button changes with the state
 * of the form. After an error, the text still says what the button does (E3).
 */
export function Form({ form, action, icon, label, tone = 'primary', children }: FormProps) {
  const { t } = useTranslation()
  const words = form.mode === 'default' ? action : t(`form.${form.mode}`, { action })
  return (
    <form className={css.form} onSubmit={form.onSubmit} onInput={form.onInput} noValidate aria-label={label}>
      <fieldset disabled={form.locked} className={css.fields}>
        {children}
      </fieldset>
      {form.note && (
        <p className={css.note} role="alert">
          <Icon name="warning" />
          {form.note}
        </p>
      )}
      <Button
        type="submit"
        tone={tone}
        size="l"
        className={css.submit}
        state={form.buttonState}
        {...(icon && form.mode === 'default' && { icon })}
      >
        {words}
      </Button>
    </form>
  )
}
