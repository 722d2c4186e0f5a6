import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedUsername } from '../../shared/browser/stored-username.ts'
import { usePageTitle } from '../../shared/browser/title.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { useStore } from '../../shared/store/store.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { claimTicket, claimTicketAsGuest } from './log-in.ts'
import css from './login.module.css'
import {
  checkRegistration,
  RegistrationFields,
  readRegistration,
  registrationNames,
} from '../../shared/ui/forms/RegistrationFields.tsx'

/**
 * Creates an account with the ticket whose code is in the address, and logs the person in (A6). Then the login
 * screen opens. `created: 'other'` means that the login failed while another person is logged in on this device. A
 * guest keeps their login, and the guest's session opens instead (G6).
 */
export function ActivateForm({ code }: { code: string }) {
  const { t } = useTranslation()
  usePageTitle(t('activate.title'))
  const navigate = useNavigate()
  const [isGuest] = useState(() => storedToken() !== null && useStore.getState().user?.guest === true)
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    send: (read) => (isGuest ? claimTicketAsGuest : claimTicket)(code, readRegistration(read)),
    onSuccess(read) {
      if (isGuest) return void navigate({ to: '/load', replace: true })
      const isOther = storedToken() !== null && storedUsername() !== readRegistration(read).username
      void navigate({ to: '/login', search: { created: isOther ? 'other' : true }, replace: true })
    },
  })
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t('activate.title')}</h2>
      <p className="secondary">{t(isGuest ? 'activate.guestText' : 'activate.text')}</p>
      <Form form={form} action={t('activate.claim')} label={t('activate.title')}>
        <RegistrationFields errors={form.errors} />
      </Form>
    </div>
  )
}
