import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
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
import { lazyNamed } from '../../shared/ui/parts/lazy-named.ts'
import { loadPage } from '../load-page.ts'
import { preloadSession } from './preload-session.ts'
import css from './LoginScreen.module.css'

// The invitation is loaded only for people who follow a link. The code for calls is loaded at the same time, because
// the invitation makes a call.
const LinkInvitation = lazyNamed(() => {
  preload(loadCalls)
  return loadPage(() => import('./LinkInvitation.tsx'))
}, 'LinkInvitation')

/**
 * Reads where the person wants to go. `isClosed` gets true when the invitation finds that its session is not open.
 * @param visit the key of the navigation that opened the screen
 */
const readTarget = (visit: string | undefined) => ({ target: rememberedTarget(), visit, isClosed: false })

const sessionOf = ({ target }: ReturnType<typeof readTarget>): string | null =>
  target?.kind === 'session' ? target.ssid : null

/** The start page: the login, with the invitation of a link (J5) or the other choices (J7) above the form. */
export function LoginScreen() {
  const login = useRef<HTMLDivElement>(null)
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const [opened, setOpened] = useState(() => readTarget(visit))
  // When a link or code is opened while this screen is shown, the screen stays. So the target is read again at each
  // navigation, also at one that leaves the screen. An invitation that is shown stays. A closed one is loaded again,
  // because the session may be open now.
  useEffect(
    () =>
      setOpened((before) => {
        const next = readTarget(visit)
        return sessionOf(before) === sessionOf(next) && !before.isClosed ? before : next
      }),
    [visit],
  )
  const ssid = sessionOf(opened)
  useEffect(() => {
    if (ssid !== null) return whenIdle(preloadSession)
  }, [ssid])
  // The card calls this after each render, so the second call must change nothing.
  const noteClosed = () =>
    setOpened((now) => (now.visit === opened.visit && !now.isClosed ? { ...now, isClosed: true } : now))
  const focusLogin = () => {
    // After a click on *Start a session* on this page, the login form says that it leads to the new session.
    setOpened(readTarget(visit))
    login.current?.querySelector('input')?.focus()
  }
  return (
    <Landing isStart brief={ssid !== null}>
      {ssid !== null ? (
        <Suspense fallback={<PendingInvitation />}>
          <LinkInvitation key={`${opened.visit} ${ssid}`} ssid={ssid} onClosed={noteClosed} />
        </Suspense>
      ) : (
        storedToken() === null && <StartChoices onStart={isReturning() ? focusLogin : null} />
      )}
      <div ref={login} className={css.login}>
        <LoginForm invitation={ssid === null ? undefined : opened.isClosed ? 'closed' : 'open'} />
      </div>
    </Landing>
  )
}
