import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { endLogin, onLoginEnded } from '../../shared/api/login-ended.ts'
import { rememberTarget } from '../../shared/browser/target.ts'
import { CrashScreen } from '../CrashScreen.tsx'
import { needLogin } from './guard.ts'
import { inside } from '../inside.ts'
import { followOtherTabs } from '../other-tabs.ts'
import { PendingScreen } from '../PendingScreen.tsx'
import { publicScreens } from './public-routes.tsx'
import { shellScreens } from './shell-routes.tsx'
import { PublicShell } from '../shells/PublicShell.tsx'

const rootRoute = createRootRoute({
  component: Outlet,
  // Below a shell the note stands in the shell's own main part.
  notFoundComponent: () => (
    <main>
      <CrashScreen />
    </main>
  ),
})

const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'website', component: PublicShell })
const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'main',
  component: lazyRouteComponent(() => inside(() => import('../shells/MainShell.tsx')), 'MainShell'),
  beforeLoad: needLogin,
})
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'app',
  component: lazyRouteComponent(() => inside(() => import('../shells/AppShell.tsx')), 'AppShell'),
  beforeLoad: needLogin,
})

const routeTree = rootRoute.addChildren([
  publicRoute.addChildren(publicScreens(publicRoute, needLogin)),
  mainRoute.addChildren(shellScreens(mainRoute, '')),
  appRoute.addChildren(shellScreens(appRoute, 'app-')),
])

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: CrashScreen,
  defaultNotFoundComponent: CrashScreen,
})

// A token that died while the app is open leads to the login, with words, and back to where the person was.
onLoginEnded(() => {
  rememberTarget(router.state.location.pathname)
  void router.navigate({ to: '/login', search: { ended: true }, replace: true })
})

followOtherTabs(window, {
  path: () => router.state.location.pathname,
  ended: endLogin,
  replaced: () => {
    rememberTarget(router.state.location.pathname)
    void router.navigate({ to: '/load', replace: true })
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The route's name; those of the phone shell begin with `app-`. */
    name?: string
  }
}
