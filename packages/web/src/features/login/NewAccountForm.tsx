import type { Registration } from '@jointly/contract'
import { useNavigate } from '@tanstack/react-router'
import { Activity, type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { onLoginEnded } from '../../shared/api/login-ended.ts'
import { storedUsername } from '../../shared/browser/stored-username.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { isLoggedInHere, useStore } from '../../shared/store/store.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { createAccount, createAccountOfGuest } from './log-in.ts'
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

type AccountFormProps = {
  /** The ticket for the account. Undefined for the registration without a ticket. */
  ticket?: string
  /** The text above the form for a person who is not logged in. */
  intro: ReactNode
  /** The text of the button. */
  action: string
  /** The name of the form for screen readers. */
  label: string
  /** Is called after a new person got an account. */
  onCreated: (data: Registration) => void
}

type NewAccountFormProps = AccountFormProps & {
  /** The element with this form. The question and the form get the focus in it. */
  card: RefObject<HTMLElement | null>
}

/**
 * The form for a new account, with a ticket or without one (A5, A6). If a person is logged in, it first asks whether
 * another account is wanted, because it replaces this login. It asks again if another person has logged in before the
 * form is sent. The form keeps what was typed.
 */
export function NewAccountForm({ card, ...props }: NewAccountFormProps) {
  const [isAsking, setAsking] = useState(() => currentLogin() === 'person')
  const [isFormOpen, setFormOpen] = useState(!isAsking)
  const agreedToken = useRef<string | null>(null)

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
    <>
      {isAsking && <LoginQuestion onContinue={openForm} />}
      {isFormOpen && (
        <Activity mode={isAsking ? 'hidden' : 'visible'}>
          <AccountForm {...props} askAgain={askAgain} />
        </Activity>
      )}
    </>
  )
}

/** Says who is logged in and what a new account changes. Cancel opens the app with this login. */
function LoginQuestion({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const name = storedUsername()
  return (
    <>
      <p>{name === null ? t('login.activeText') : t('login.activeAs', { name })}</p>
      <p className="secondary">{t('register.replaces')}</p>
      <Button tone="primary" size="l" onClick={onContinue}>
        {t('register.other')}
      </Button>
      <Button tone="quiet" onClick={() => void navigate({ to: '/load', replace: true })}>
        {t('state.cancel')}
      </Button>
    </>
  )
}

/**
 * Creates the account, and logs the person in. A guest keeps their login, and the guest's session opens (G6). If the
 * guest's login has ended, the form stays and continues as for a new person.
 * @param askAgain is called before the form is sent; if it returns true, the form is not sent
 */
function AccountForm({
  ticket,
  intro,
  action,
  label,
  onCreated,
  askAgain,
}: AccountFormProps & { askAgain: () => boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [login, setLogin] = useState<'nobody' | 'guest' | 'ended'>(() =>
    currentLogin() === 'guest' ? 'guest' : 'nobody',
  )
  useEffect(() => onLoginEnded(() => setLogin((before) => (before === 'guest' ? 'ended' : before))), [])
  const wasLost = useRef(false)
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    async send(read) {
      const data = readRegistration(read)
      if (currentLogin() === 'guest') return createAccountOfGuest(data, ticket)
      const answer = await createAccount(data, ticket, wasLost.current)
      // Without an answer, the status is 0. The page of a proxy is no answer of the server.
      if (!answer.ok && (answer.status === 0 || answer.error.code === 'unreadable')) wasLost.current = true
      return answer
    },
    onSuccess(read) {
      if (login === 'guest') void navigate({ to: '/load', replace: true })
      else onCreated(readRegistration(read))
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
      {login === 'nobody' && intro}
      {login === 'guest' && <p className="secondary">{t('register.guestText')}</p>}
      {login === 'ended' && (
        <p className={css.reason} role="status">
          {t('register.guestEnded')}
        </p>
      )}
      <Form form={{ ...form, note, onSubmit }} action={action} label={label}>
        <RegistrationFields errors={form.errors} />
      </Form>
    </>
  )
}
