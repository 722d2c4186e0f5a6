import { CSPProvider } from '@base-ui/react/csp-provider'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Toasts } from '../shared/ui/Toasts.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { router } from './router.tsx'

const CallbackScreen = lazy(() =>
  import('../features/accounts/CallbackScreen.tsx').then((module) => ({ default: module.CallbackScreen })),
)

/** The provider returns to a real path, where there is no room for the app's own address behind the hash. */
const isCallback = () => location.pathname === '/callback/spotify'

export function App() {
  return (
    <CSPProvider disableStyleElements>
      {isCallback() ? (
        <Suspense>
          <CallbackScreen />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      <ConnectionBanner />
      <Toasts />
    </CSPProvider>
  )
}
