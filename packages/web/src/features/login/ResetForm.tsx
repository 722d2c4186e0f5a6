import { PASSWORD_PATTERN } from '@jointly/domain'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { whileEndingLogin } from '../../shared/api/login-ended.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { refreshLogin } from '../../shared/store/load-lists.ts'
import { signOut } from '../../shared/store/store.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './login.module.css'

/**
 * Logs out on this device if the reset has ended the stored login. The login of another person stays. Only the server
 * knows whose it is.
 */
async function forgetEndedLogin(): Promise<void> {
  const token = storedToken()
  if (token === null) return
  const login = await whileEndingLogin(() => refreshLogin())
  const isEnded = !login.ok && login.error.code === 'unauthenticated'
  if (isEnded && storedToken() === token) signOut()
}

/** The form that sets a new password with the code of the reset link. Then the login screen opens (A14). */
export function ResetForm({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isDead, setIsDead] = useState(false)
  const form = useForm({
    names: ['password'],
    check: (read) => (PASSWORD_PATTERN.test(read('password')) ? {} : { password: 'password' }),
    send: async (read) => {
      const answer = await call('resetPassword', { body: { code, password: read('password') } })
      setIsDead(!answer.ok && answer.error.code === 'reset')
      if (answer.ok) await forgetEndedLogin()
      return answer
    },
    onSuccess: () => {
      showToast({ text: t('reset.done'), tone: 'good' })
      void navigate({ to: '/login' })
    },
  })
  return (
    <div className={css.card}>
      <PageHeading level={2} className={css.title} title={t('reset.title')} />
      <p className="secondary">{t('reset.text')}</p>
      <Form form={form} action={t('reset.set')} label={t('reset.title')}>
        <PasswordField label={t('reset.password')} isNew error={form.errors.password} />
      </Form>
      {isDead && (
        <p className={css.aside}>
          <Link to="/forgot">{t('reset.again')}</Link>
        </p>
      )}
    </div>
  )
}
