import { CatchBoundary, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useLayoutEffect, useState } from 'react'
import { screenPath } from '../../shared/browser/paths.ts'
import { removePrepared } from '../../shared/browser/prepared-screen.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { lazyPart } from '../../shared/ui/parts/lazy-part.ts'
import { CrashScreen } from '../CrashScreen.tsx'
import { PendingScreen } from '../PendingScreen.tsx'
import { FailedSession } from '../FailedSession.tsx'
import { NOTHING_OPEN, openAfterLeaving, openAfterScreen } from './open-session.ts'

const LiveSession = lazyPart(() => import('./LiveSession.tsx'), 'LiveSession', FailedSession)

/** Returns the id of the session whose screen is shown. Null on other screens. */
function useShownSession(): string | null {
  return useMatches({
    select: (matches) => {
      const { staticData, params } = matches.at(-1) ?? {}
      const isSession = staticData?.name === 'session' || staticData?.name === 'app-session'
      return isSession && params && 'ssid' in params ? params.ssid : null
    },
  })
}

/**
 * Shows the current screen and the open session. The session fills the screen, or is a mini-player below another
 * screen (M1).
 * @param children the other screen; not rendered while the screen of the session is shown
 */
export function ScreenWithSession({
  className,
  children,
}: {
  className: string | undefined
  children: ReactNode
}) {
  const shown = useShownSession()
  const [state, setState] = useState(NOTHING_OPEN)
  const open = openAfterScreen(state, shown)
  if (open !== state) setState(open)
  const { ssid } = open
  const isShown = ssid !== null && ssid === shown
  const go = useGo()
  useLayoutEffect(() => {
    if (shown === null) removePrepared()
  }, [shown])
  const leave = useCallback(() => {
    setState(openAfterLeaving)
    if (isShown) go(screenPath.home(), { replace: true })
  }, [isShown, go])

  return (
    <>
      {!isShown && <div className={className}>{children}</div>}
      {ssid !== null && (
        <CatchBoundary getResetKey={() => `${ssid} ${shown}`} errorComponent={CrashScreen}>
          <Suspense fallback={isShown && <PendingScreen />}>
            <LiveSession key={ssid} ssid={ssid} className={className} isShown={isShown} onLeave={leave} />
          </Suspense>
        </CatchBoundary>
      )}
    </>
  )
}
