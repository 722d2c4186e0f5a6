import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { whileEndingLogin } from '../../shared/api/login-ended.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import css from './SettingsScreen.module.css'
import { useForgetPerson } from './use-log-out.ts'

/**
 * Deletes the account after the person has entered the password (A7). The form explains which data are deleted and
 * which stay.
 */
export function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  const forgetPerson = useForgetPerson()
  const form = useForm({
    names: ['password'],
    send: (read) => whileEndingLogin(() => call('deleteUser', { body: { password: read('password') } })),
    onSuccess: () => void forgetPerson(true),
  })
  return (
    <div className={css.form}>
      <ul className={css.consequences}>
        <li>{t('settings.deleteGoes')}</li>
        <li>{t('settings.deleteSessions')}</li>
        <li>{t('settings.deleteFinal')}</li>
      </ul>
      <Form form={form} action={t('settings.deleteAction')} label={t('settings.delete')} tone="danger">
        <PasswordField label={t('settings.current')} error={form.errors.password} />
      </Form>
      <Button tone="quiet" className={css.keep} onClick={onCancel}>
        {t('settings.keep')}
      </Button>
    </div>
  )
}
