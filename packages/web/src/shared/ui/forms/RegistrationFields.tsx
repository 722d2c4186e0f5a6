import { PASSWORD_PATTERN, USERNAME_PATTERN } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './PasswordField.tsx'
import { TextField } from './TextField.tsx'
import type { FieldReason, ReadValue } from './use-form.ts'

export const registrationNames = ['username', 'email', 'password'] as const

type RegistrationName = (typeof registrationNames)[number]

/** Reads the username without the space that keyboards of phones add after a word (A3). */
const readUsername = (read: ReadValue<RegistrationName>) => read('username').trim()

/** Returns the errors in a name and a password (spec section 5). */
export function checkRegistration(
  read: ReadValue<RegistrationName>,
): Partial<Record<RegistrationName, FieldReason>> {
  return {
    ...(!USERNAME_PATTERN.test(readUsername(read)) && { username: 'username' }),
    ...(!PASSWORD_PATTERN.test(read('password')) && { password: 'password' }),
  }
}

/** Reads the values of the registration fields. */
export const readRegistration = (read: ReadValue<RegistrationName>) => ({
  username: readUsername(read),
  email: read('email'),
  password: read('password'),
})

type RegistrationFieldsProps = {
  errors: Partial<Record<string, string>>
  /** The initial value of the name field. */
  username?: string
  /**
   * Whether the e-mail address may be empty, as for a guest who creates an account (G6). At registration all fields
   * are required (spec section 5).
   */
  isEmailOptional?: boolean
}

/** The fields for the name, the e-mail address and the password of a new account. */
export function RegistrationFields({ errors, username, isEmailOptional = false }: RegistrationFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="username"
        label={t('login.user')}
        hint={`${t('register.usernameHint')} · ${t('register.usernameChars')}`}
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username}
      />
      <TextField
        name="email"
        type="email"
        label={t(isEmailOptional ? 'register.emailOptional' : 'register.email')}
        hint={t('register.emailHint')}
        autoComplete="email"
        required={!isEmailOptional}
        error={errors.email}
      />
      <PasswordField label={t('login.password')} isNew error={errors.password} />
    </>
  )
}
