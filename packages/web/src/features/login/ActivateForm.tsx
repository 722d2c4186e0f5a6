import { useNavigate } from '@tanstack/react-router'
import { Activity, type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { onLoginEnded } from '../../shared/api/login-ended.ts'
import { storedUsername } from '../../shared/browser/stored-username.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { isLoggedInHere, useStore } from '../../shared/store/store.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { claimTicket, claimTicketAsGuest } from './log-in.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './login.module.css'
import {
  checkRegistration,
  RegistrationFields,
  readRegistration,
  registrationNames,
} from '../../shared/ui/forms/RegistrationFields.tsx'

/**
 * Who is logged in on this device. A token without a known user counts as a person, also if another tab has just
 * stored it.
 */
function currentLogin(): 'nobody' | 'guest' | 'person' {
  if (storedToken() === null) return 'nobody'
  const state = useStore.getState()
  return isLoggedInHere(state) && state.user?.guest === true ? 'guest' : 'person'
}

/**
 * The page for the ticket whose code is in the address (A6). If a person is logged in, the page first asks whether
 * another account is wanted, because it replaces this login. It asks again if another person has logged in before the
 * form is sent. The form keeps what was typed.
 */
export function ActivateForm({ code }: { code: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(() => currentLogin() === 'person')
  const [isFormOpen, setFormOpen] = useState(!isAsking)
  const agreedToken = useRef<string | null>(null)
  const card = useRef<HTMLDivElement>(null)

  function openForm(): void {
    agreedToken.current = storedToken()
    flushSync(() => {
      setAsking(false)
      setFormOpen(true)
    })
    card.current?.querySelector('input')?.focus()
  }

  /**
   * Shows the question again if somebody is logged in who has not yet agreed that this page replaces the login.
   * @returns whether the question is shown
   */
  function askAgain(): boolean {
    const mustAsk = currentLogin() === 'person' && storedToken() !== agreedToken.current
    if (mustAsk) {
      flushSync(() => setAsking(true))
      card.current?.querySelector('button')?.focus()
    }
    return mustAsk
  }

  return (
    <div ref={card} className={css.card}>
      <PageHeading level={2} className={css.title} title={t('activate.title')} />
      {isAsking && <LoginQuestion onContinue={openForm} />}
      {isFormOpen && (
        <Activity mode={isAsking ? 'hidden' : 'visible'}>
          <TicketForm code={code} askAgain={askAgain} />
        </Activity>
      )}
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
        {t('state.cancel')}
      </Button>
    </>
  )
}

/**
 * Creates the account, and logs the person in. Then the login screen opens. `created: 'other'` means that the login
 * failed while another person is logged in on this device. A guest keeps their login, and the guest's session opens
 * instead (G6). If the guest's login has ended, the form stays and continues as for a new person.
 * @param askAgain is called before the form is sent; if it returns true, the form is not sent
 */
function TicketForm({ code, askAgain }: { code: string; askAgain: () => boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [login, setLogin] = useState<'nobody' | 'guest' | 'ended'>(() =>
    currentLogin() === 'guest' ? 'guest' : 'nobody',
  )
  useEffect(() => onLoginEnded(() => setLogin((before) => (before === 'guest' ? 'ended' : before))), [])
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    send: (read) =>
      (currentLogin() === 'guest' ? claimTicketAsGuest : claimTicket)(code, readRegistration(read)),
    onSuccess(read) {
      if (login === 'guest') return void navigate({ to: '/load', replace: true })
      const isOther = storedToken() !== null && storedUsername() !== readRegistration(read).username
      void navigate({ to: '/login', search: { created: isOther ? 'other' : true }, replace: true })
    },
  })
  // If the login has ended, the text above the form says so. The form does not show the error of the call too.
  const note = login === 'ended' && form.note === t('error.unauthenticated') ? null : form.note
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!askAgain()) void form.onSubmit(event)
  }
  return (
    <>
      {login === 'ended' ? (
        <p className={css.reason} role="status">
          {t('activate.guestEnded')}
        </p>
      ) : (
        <p className="secondary">{t(login === 'guest' ? 'activate.guestText' : 'activate.text')}</p>
      )}
      <Form form={{ ...form, note, onSubmit }} action={t('activate.claim')} label={t('activate.title')}>
        <RegistrationFields errors={form.errors} />
      </Form>
    </>
  )
}
