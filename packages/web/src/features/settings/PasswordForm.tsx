import { PASSWORD_PATTERN } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import css from './SettingsScreen.module.css'

/** The form that changes the password. The change ends all other logins (A2). */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    names: ['password', 'newPassword'],
    check: (read) => (PASSWORD_PATTERN.test(read('newPassword')) ? {} : { newPassword: 'password' }),
    send: (read) =>
      call('changePassword', { body: { password: read('password'), newPassword: read('newPassword') } }),
    onSuccess: () => {
      showToast({ text: t('settings.changed'), tone: 'good' })
      onDone()
    },
  })
  return (
    <div className={css.form}>
      <Form form={form} action={t('settings.change')} label={t('settings.password')}>
        <PasswordField label={t('settings.current')} error={form.errors.password} />
        <PasswordField name="newPassword" label={t('settings.fresh')} isNew error={form.errors.newPassword} />
      </Form>
    </div>
  )
}
