import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { type FailedPartProps, lazyPart } from '../shared/ui/parts/lazy-part.ts'
import { Toasts } from '../shared/ui/toasts/Toasts.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { FailedScreen } from './CrashScreen.tsx'
import { loadInside } from './load-inside.ts'
import { router } from './routing/app-router.tsx'

const CallbackScreen = lazyPart(
  () => loadInside(() => import('../features/accounts/CallbackScreen.tsx')),
  'CallbackScreen',
  FailedCallback,
)

/** This page belongs to no layout, so the main element is added here. */
function FailedCallback({ onRetry }: FailedPartProps<object>) {
  return (
    <main>
      <FailedScreen onRetry={onRetry} />
    </main>
  )
}

/** Returns whether this is the callback page. It has no hash route, because the provider redirects to a real path. */
const isCallback = () => location.pathname === '/callback/spotify'

/** Returns whether this page is a big screen, which shows no toasts, because nobody would read them (X7). */
const useIsStage = (): boolean =>
  useSyncExternalStore(
    (changed) => router.subscribe('onResolved', changed),
    () => /^\/stage(\/|$)/.test(router.state.location.pathname),
  )

export function App() {
  const isStage = useIsStage()
  // The router does not load an address that opens between its first load (`main.tsx`) and its first render.
  useEffect(() => {
    const { resolvedLocation } = router.state
    if (resolvedLocation && resolvedLocation.href !== router.latestLocation.href) void router.load()
  }, [])
  return (
    <>
      {isCallback() ? (
        <Suspense>
          <CallbackScreen />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      {!isStage && (
        <>
          <ConnectionBanner />
          <Toasts />
        </>
      )}
    </>
  )
}
