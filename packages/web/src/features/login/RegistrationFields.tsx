import { PASSWORD_PATTERN, USERNAME_PATTERN } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import type { FieldReason, ReadValue } from '../../shared/ui/forms/use-form.ts'

export const registrationNames = ['username', 'email', 'password'] as const

type RegistrationName = (typeof registrationNames)[number]

/** Returns the errors in a name and a password (spec section 5). */
export function checkRegistration(
  read: ReadValue<RegistrationName>,
): Partial<Record<RegistrationName, FieldReason>> {
  return {
    ...(!USERNAME_PATTERN.test(read('username')) && { username: 'username' }),
    ...(!PASSWORD_PATTERN.test(read('password')) && { password: 'password' }),
  }
}

/** Reads the registration from the values of the form. */
export const readRegistration = (read: ReadValue<RegistrationName>) => ({
  username: read('username'),
  email: read('email'),
  password: read('password'),
})

/** The inputs for name, e-mail address and password of a new account. */
export function RegistrationFields({ errors }: { errors: Partial<Record<string, string>> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="username"
        label={t('register.username')}
        hint={t('register.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username}
      />
      <TextField
        name="email"
        type="email"
        label={t('register.email')}
        autoComplete="email"
        required
        error={errors.email}
      />
      <PasswordField label={t('register.password')} isNew error={errors.password} />
    </>
  )
}
