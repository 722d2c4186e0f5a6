import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../shared/browser/title.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { claimTicket } from './log-in.ts'
import css from './login.module.css'
import {
  checkRegistration,
  RegistrationFields,
  readRegistration,
  registrationNames,
} from '../../shared/ui/forms/RegistrationFields.tsx'

/** Creates an account with the ticket whose code is in the address (A6). Then the login opens. */
export function ActivateForm({ code }: { code: string }) {
  const { t } = useTranslation()
  usePageTitle(t('activate.title'))
  const navigate = useNavigate()
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    send: (read) => claimTicket(code, readRegistration(read)),
    onSuccess: () => void navigate({ to: '/login' }),
  })
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t('activate.title')}</h2>
      <p className="secondary">{t('activate.text')}</p>
      <Form form={form} action={t('activate.claim')} label={t('activate.title')}>
        <RegistrationFields errors={form.errors} />
      </Form>
    </div>
  )
}
