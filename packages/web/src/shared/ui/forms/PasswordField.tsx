import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './PasswordField.module.css'
import { TextField } from './TextField.tsx'

type PasswordFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'autoFocus'> & {
  name?: string
  /**
   * Whether the person chooses a new password. The field then shows the rules, and a password manager offers a
   * random password.
   */
  isNew?: boolean
}

/** A required password input with a button that shows the password. */
export function PasswordField({ name = 'password', isNew = false, ...props }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [readable, setReadable] = useState(false)
  return (
    <TextField
      {...props}
      {...(isNew && {
        hint: `${t('field.password')} ${t('register.passwordBetter', { hint: t('register.passwordHint') })}`,
      })}
      name={name}
      required
      autoComplete={isNew ? 'new-password' : 'current-password'}
      type={readable ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" className={css.show} onClick={() => setReadable(!readable)}>
          {t(readable ? 'state.hidePassword' : 'state.showPassword')}
        </button>
      }
    />
  )
}
