import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Toasts } from '../shared/ui/toasts/Toasts.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { loadInside } from './load-inside.ts'
import { router } from './routing/router.tsx'

const CallbackScreen = lazy(async () => ({
  default: (await loadInside(() => import('../features/accounts/CallbackScreen.tsx'))).CallbackScreen,
}))

/** This screen is outside the hash routes, because the provider redirects to a real path. */
const isCallback = () => location.pathname === '/callback/spotify'

export function App() {
  return (
    <>
      {isCallback() ? (
        <Suspense>
          <CallbackScreen />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      <ConnectionBanner />
      <Toasts />
    </>
  )
}
