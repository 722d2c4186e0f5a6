import type { Answer } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Form } from '../../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import css from '../SettingsScreen.module.css'

type Props = {
  /** A sentence that explains why the password is needed. */
  text: string
  /** The name of the form for screen readers. It says which change needs the password. */
  label: string
  send: (password: string) => Promise<Answer<unknown>>
  onCancel: () => void
}

/**
 * Asks for the password before a change of the passkeys (A13). The second text explains that no password is needed
 * soon after a login.
 */
export function ConfirmPassword({ text, label, send, onCancel }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    names: ['password'],
    send: (read) => send(read('password')),
  })
  return (
    <div className={css.plainForm}>
      <p>{text}</p>
      <p className="secondary-small">{t('passkeys.withoutPassword')}</p>
      <Form form={form} action={t('passkeys.goOn')} label={label}>
        <PasswordField label={t('settings.current')} autoFocus error={form.errors.password} />
      </Form>
      <Button tone="quiet" className={css.keep} onClick={onCancel}>
        {t('state.cancel')}
      </Button>
    </div>
  )
}
