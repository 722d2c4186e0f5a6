import { RouterProvider } from '@tanstack/react-router'
import { lazyNamed } from '../shared/ui/parts/lazy-named.ts'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { Toasts } from '../shared/ui/toasts/Toasts.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { loadInside } from './load-inside.ts'
import { router } from './routing/app-router.tsx'

const CallbackScreen = lazyNamed(
  () => loadInside(() => import('../features/accounts/CallbackScreen.tsx')),
  'CallbackScreen',
)

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
