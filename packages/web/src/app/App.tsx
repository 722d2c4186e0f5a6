import { CSPProvider } from '@base-ui/react/csp-provider'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useStore } from '../shared/store/store.ts'
import { Toasts } from '../shared/ui/Toasts.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { router } from './router.tsx'

const CallbackScreen = lazy(() =>
  import('../features/accounts/CallbackScreen.tsx').then((module) => ({ default: module.CallbackScreen })),
)

const LiveConnection = lazy(() =>
  import('./live/LiveConnection.tsx').then((module) => ({ default: module.LiveConnection })),
)

/** The provider returns to a real path, where there is no room for the app's own address behind the hash. */
const isCallback = () => location.pathname === '/callback/spotify'

export function App() {
  const isSignedIn = useStore((state) => state.active !== null)
  return (
    <CSPProvider disableStyleElements>
      {isCallback() ? (
        <Suspense>
          <CallbackScreen />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      {isSignedIn && !isCallback() && (
        <Suspense>
          <LiveConnection />
        </Suspense>
      )}
      <ConnectionBanner />
      <Toasts />
    </CSPProvider>
  )
}
