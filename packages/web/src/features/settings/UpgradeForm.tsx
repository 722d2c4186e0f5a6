import { PASSWORD_PATTERN, USERNAME_PATTERN } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { storeGuest } from '../../shared/browser/guest.ts'
import { markReturning } from '../../shared/browser/returning.ts'
import { useStore } from '../../shared/store/store.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import css from './SettingsScreen.module.css'

/** Makes an account of the guest. The login, the votes and the open session stay (G6). */
export function UpgradeForm() {
  const { t } = useTranslation()
  const form = useForm({
    names: ['username', 'email', 'password'],
    check: (read) => ({
      ...(!USERNAME_PATTERN.test(read('username')) && { username: 'username' }),
      ...(!PASSWORD_PATTERN.test(read('password')) && { password: 'password' }),
    }),
    async send(read) {
      const [username, email, password] = [read('username'), read('email'), read('password')]
      const answer = await call('upgradeGuest', { body: { username, password, ...(email && { email }) } })
      if (answer.ok) {
        storeGuest(null)
        markReturning()
        useStore.setState({ user: answer.value })
      }
      return answer
    },
    onSuccess: () => showToast({ text: t('toAccount.done'), tone: 'good' }),
  })
  return (
    <section className={css.upgrade} aria-labelledby="to-account">
      <h2 id="to-account">{t('toAccount.title')}</h2>
      <p className={css.email}>{t('toAccount.text')}</p>
      <Form form={form} action={t('toAccount.title')} label={t('toAccount.title')}>
        <TextField
          name="username"
          label={t('register.username')}
          hint={t('register.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.errors.username}
        />
        <PasswordField label={t('register.password')} isNew error={form.errors.password} />
        <TextField
          name="email"
          type="email"
          label={t('toAccount.email')}
          autoComplete="email"
          error={form.errors.email}
        />
      </Form>
    </section>
  )
}
