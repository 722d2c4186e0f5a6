import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onLoginEnded } from '../../shared/api/login-ended.ts'
import { storedUsername } from '../../shared/browser/stored-username.ts'
import { usePageTitle } from '../../shared/browser/title.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
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

/** Who is logged in on this device. A token without a known user counts as a person. */
function currentLogin(): 'nobody' | 'guest' | 'person' {
  if (storedToken() === null) return 'nobody'
  return useStore.getState().user?.guest === true ? 'guest' : 'person'
}

/**
 * The page for the ticket whose code is in the address (A6). If a person is logged in, the page first asks whether
 * another account is wanted, because it replaces this login.
 */
export function ActivateForm({ code }: { code: string }) {
  const { t } = useTranslation()
  usePageTitle(t('activate.title'))
  const [isAsking, setAsking] = useState(() => currentLogin() === 'person')
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t('activate.title')}</h2>
      {isAsking ? <LoginQuestion onContinue={() => setAsking(false)} /> : <TicketForm code={code} />}
    </div>
  )
}

/** Says who is logged in and what the ticket changes. Cancel opens the app with this login. */
function LoginQuestion({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const name = storedUsername()
  return (
    <>
      <p>{name === null ? t('login.activeText') : t('login.activeAs', { name })}</p>
      <p className="secondary">{t('activate.replaces')}</p>
      <Button tone="primary" size="l" onClick={onContinue}>
        {t('activate.other')}
      </Button>
      <Button tone="quiet" onClick={() => void navigate({ to: '/load', replace: true })}>
        {t('activate.cancel')}
      </Button>
    </>
  )
}

/**
 * Creates the account, and logs the person in. Then the login screen opens. `created: 'other'` means that the login
 * failed while another person is logged in on this device. A guest keeps their login, and the guest's session opens
 * instead (G6). If the guest's login has ended, the form stays and continues as for a new person.
 */
function TicketForm({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [login, setLogin] = useState<'nobody' | 'guest' | 'ended'>(() =>
    currentLogin() === 'guest' ? 'guest' : 'nobody',
  )
  useEffect(() => onLoginEnded(() => setLogin((before) => (before === 'guest' ? 'ended' : before))), [])
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    send: (read) => (login === 'guest' ? claimTicketAsGuest : claimTicket)(code, readRegistration(read)),
    onSuccess(read) {
      if (login === 'guest') return void navigate({ to: '/load', replace: true })
      const isOther = storedToken() !== null && storedUsername() !== readRegistration(read).username
      void navigate({ to: '/login', search: { created: isOther ? 'other' : true }, replace: true })
    },
  })
  // The text above the form explains the end of the login, so the error does not say it a second time.
  const note = login === 'ended' && form.note === t('error.unauthenticated') ? null : form.note
  return (
    <>
      {login === 'ended' ? (
        <p className={css.reason} role="status">
          {t('activate.guestEnded')}
        </p>
      ) : (
        <p className="secondary">{t(login === 'guest' ? 'activate.guestText' : 'activate.text')}</p>
      )}
      <Form form={{ ...form, note }} action={t('activate.claim')} label={t('activate.title')}>
        <RegistrationFields errors={form.errors} />
      </Form>
    </>
  )
}
