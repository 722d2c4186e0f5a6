import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedGuest } from '../../shared/browser/stored-guest.ts'
import { isReturning } from '../../shared/browser/returning-person.ts'
import { preload } from '../../shared/browser/preload.ts'
import { storedUsername } from '../../shared/browser/stored-username.ts'
import { rememberedTarget } from '../../shared/browser/login-target.ts'
import { forgetToken, storedToken } from '../../shared/browser/token.ts'
import { Button, buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import css from './login.module.css'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { after } from '../../shared/browser/timers.ts'

/**
 * The pause before the redirect in milliseconds, so that the person can see that the login succeeded (spec section
 * 9).
 */
const REDIRECT_DELAY_MS = 100

/**
 * Loads the code that sends the login. It is loaded when a field gets the focus, so that the first screen loads
 * less code.
 */
const loadLogIn = () => import('./log-in.ts')

type InvitationState = 'open' | 'closed'

/**
 * The login form. If a token is stored, there are two buttons instead. One button opens the loader, the other one
 * shows the form for another person (D10).
 * @param invitation what the opened link leads to: `open` is an invitation, which is shown above the form, and `closed`
 * is a session that is not open (J5). Undefined without a link.
 */
export function LoginForm({ invitation }: { invitation?: InvitationState | undefined }) {
  const [active, setActive] = useState(() => storedToken() !== null)
  const [isOther, setOther] = useState(false)
  useEffect(() => {
    // After a log out in another tab, Get In would lead back to this screen.
    const follow = () => {
      if (storedToken() === null) setActive(false)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
  const openForm = () => {
    setOther(true)
    setActive(false)
  }
  return active ? (
    <ActiveLogin onOther={openForm} />
  ) : (
    <Credentials invitation={invitation} isOther={isOther} />
  )
}

function ActiveLogin({ onOther }: { onOther: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { created } = useSearch({ strict: false })
  const name = storedUsername()
  const other = () => {
    forgetToken()
    onOther()
  }
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t(created === true ? 'login.createdTitle' : 'login.activeTitle')}</h2>
      <p className="secondary">{name === null ? t('login.activeText') : t('login.activeAs', { name })}</p>
      <Button
        tone="primary"
        size="l"
        icon="login"
        onClick={() => void navigate({ to: '/load', replace: true })}
      >
        {t('login.getIn')}
      </Button>
      <Button tone="quiet" onClick={other}>
        {t('login.other')}
      </Button>
    </div>
  )
}

const askWhetherGuestsAreOff = async () => (await (await loadLogIn()).areGuestsAllowed()) === false

/** Returns a text that explains why the person must log in. Null if there is no special reason. */
function useReason(invitation: InvitationState | undefined): string | null {
  const { t } = useTranslation()
  const { ended, created } = useSearch({ strict: false })
  const [areGuestsOff, setGuestsOff] = useState(false)
  const wasGuest = ended === true && storedGuest() !== null
  useEffect(() => {
    // The guest may have been logged out because the server does not accept guests any more (G5).
    if (wasGuest) void askWhetherGuestsAreOff().then(setGuestsOff)
  }, [wasGuest])
  if (wasGuest && areGuestsOff) return t('login.guestsOff')
  // An invitation says it itself.
  if (wasGuest && invitation !== 'open') return t('login.guestEnded')
  if (ended && !wasGuest) return t(ended === 'deleted' ? 'login.deleted' : 'login.ended')
  if (created) return t('login.created')
  const target = rememberedTarget()
  if (target?.kind === 'session') return t(invitation === 'closed' ? 'login.toClosed' : 'login.toSession')
  return target && t('login.toStart')
}

type CredentialsProps = {
  invitation: InvitationState | undefined
  /** Whether the form replaces the button for another person, which had the focus. */
  isOther: boolean
}

function Credentials({ invitation, isOther }: CredentialsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const card = useRef<HTMLDivElement>(null)
  const openLoader = () => after(REDIRECT_DELAY_MS, () => void navigate({ to: '/load', replace: true }))
  const form = useForm({
    names: ['username', 'password'],
    send: async (read) =>
      (await loadLogIn()).logIn({ username: read('username'), password: read('password') }),
    onSuccess: openLoader,
  })
  const reason = useReason(invitation)
  return (
    <div ref={card} className={css.card} onFocus={() => preload(loadLogIn)}>
      <h2 className={css.title}>{t(isReturning() ? 'login.titleReturning' : 'login.title')}</h2>
      {reason && (
        <p className={css.reason} role="status">
          {reason}
        </p>
      )}
      <Form form={form} action={t('login.login')} label={t('login.login')}>
        <TextField
          name="username"
          label={t('login.user')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={isOther}
          required
          error={form.errors.username}
        />
        <PasswordField label={t('login.password')} error={form.errors.password} />
      </Form>
      <PasskeyLogin card={card} onSuccess={openLoader} />
      <p className={css.aside}>
        <Link to="/forgot">{t('login.forgot')}</Link>
      </p>
      <div className={css.other}>
        <p className={css.aside}>{t('login.newHere')}</p>
        <Link to="/form" className={buttonClass({ size: 'l' })}>
          {t('login.toForm')}
        </Link>
      </div>
    </div>
  )
}
