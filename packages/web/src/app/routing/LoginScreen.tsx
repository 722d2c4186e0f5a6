import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { PendingInvitation } from '../../features/link-invitation/PendingInvitation.tsx'
import { LoginForm } from '../../features/login/LoginForm.tsx'
import { Landing } from '../../features/website/Landing.tsx'
import { StartChoices } from '../../features/website/StartChoices.tsx'
import { preload } from '../../shared/browser/preload.ts'
import { isReturning } from '../../shared/browser/returning-person.ts'
import { rememberedTarget } from '../../shared/browser/login-target.ts'
import { loadCalls } from '../../shared/api/load-calls.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { whenIdle } from '../../shared/browser/timers.ts'
import { loadPage } from '../load-page.ts'
import { preloadSession } from './preload-session.ts'
import css from './LoginScreen.module.css'

// The invitation is loaded only for people who follow a link. The code for calls is loaded at the same time, because
// the invitation makes a call.
const LinkInvitation = lazy(async () => {
  preload(loadCalls)
  return { default: (await loadPage(() => import('./LinkInvitation.tsx'))).LinkInvitation }
})

/** The start page: the login, with the invitation of a link (J5) or the other choices (J7) above the form. */
export function LoginScreen() {
  const login = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState(rememberedTarget)
  // When another link or code is opened while this screen is shown, the screen stays. So the target is read again at
  // each navigation.
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  useEffect(() => setTarget(rememberedTarget()), [visit])
  /** The id of the session at the link, if the invitation found that this session is not open. */
  const [closed, setClosed] = useState<string | null>(null)
  const ssid = target?.kind === 'session' ? target.ssid : null
  useEffect(() => {
    if (ssid !== null) return whenIdle(preloadSession)
  }, [ssid])
  const focusLogin = () => {
    // After a click on *Start a session* on this page, the login form says that it leads to the new session.
    setTarget(rememberedTarget())
    login.current?.querySelector('input')?.focus()
  }
  return (
    <Landing isStart brief={ssid !== null}>
      {ssid !== null ? (
        <Suspense fallback={<PendingInvitation />}>
          <LinkInvitation key={ssid} ssid={ssid} onClosed={() => setClosed(ssid)} />
        </Suspense>
      ) : (
        storedToken() === null && <StartChoices onStart={isReturning() ? focusLogin : null} />
      )}
      <div ref={login} className={css.login}>
        <LoginForm invitation={ssid === null ? undefined : ssid === closed ? 'closed' : 'open'} />
      </div>
    </Landing>
  )
}
