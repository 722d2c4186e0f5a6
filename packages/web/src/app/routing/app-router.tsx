import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
} from '@tanstack/react-router'
import { endLogin, onLoginEnded } from '../../shared/api/login-ended.ts'
import { rememberTarget } from '../../shared/browser/login-target.ts'
import { CrashScreen } from '../CrashScreen.tsx'
import { MissingScreen } from '../MissingScreen.tsx'
import { keepInside, requireLogin } from './guard.ts'
import { loadInside } from '../load-inside.ts'
import { followOtherTabs } from '../other-tabs.ts'
import { PendingScreen } from '../PendingScreen.tsx'
import { publicScreens } from './public-routes.tsx'
import { shellScreens } from './shell-routes.tsx'
import { PublicShell } from '../shells/PublicShell.tsx'
import { lazyScreen } from './lazy-screen.ts'

const rootRoute = createRootRoute({
  // The layouts contain the main element, but this screen has no layout. So the main element is added here.
  notFoundComponent: () => (
    <main>
      <MissingScreen />
    </main>
  ),
})

// The return type is declared, because TypeScript cannot infer it: the routes use this function, and the router is
// made of the routes.
function shownLocation(): ParsedLocation | undefined {
  return router.state.resolvedLocation
}

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'website',
  component: PublicShell,
  beforeLoad: ({ location }) => keepInside(location, shownLocation()),
})
// Both layouts are below one parent route, so that its component stays on the page when the layout changes.
const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: lazyScreen(() => loadInside(() => import('../shells/InsideShell.tsx')), 'InsideShell'),
  beforeLoad: requireLogin,
})
const mainRoute = createRoute({ getParentRoute: () => insideRoute, path: 'main' })
const appRoute = createRoute({ getParentRoute: () => insideRoute, path: 'app' })

// The big screen needs no login and belongs to no layout (X7).
const stageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'stage/{-$code}',
  component: lazyScreen(async () => (await import('../load-stage.ts')).loadStage(), 'StageScreen'),
})

const routeTree = rootRoute.addChildren([
  stageRoute,
  publicRoute.addChildren(publicScreens(publicRoute)),
  insideRoute.addChildren([
    mainRoute.addChildren(shellScreens(mainRoute, '')),
    appRoute.addChildren(shellScreens(appRoute, 'app-')),
  ]),
])

// A link starts with `#` and not with `/#`, because accessibility checkers treat `/#/` as a link to a position inside
// the page.
const history = Object.assign(createHashHistory(), { createHref: (path: string) => `#${path}` })

export const router = createRouter({
  routeTree,
  history,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: CrashScreen,
  defaultNotFoundComponent: MissingScreen,
})

// When the server ends the login, the login screen opens with an explanation. If a session or the form for a new one
// was open, it opens again after the next login. The forms for a new account stay, because they need no login (A6, G6).
onLoginEnded(() => {
  const { pathname } = router.state.location
  if (pathname === '/form' || pathname.startsWith('/activate/')) return
  rememberTarget(pathname)
  void router.navigate({ to: '/login', search: { ended: true }, replace: true })
})

// The entry of a typed address has no state. It gets one when its screen is open. So a later step back to it is not taken
// for a typed address again (R2).
router.subscribe('onResolved', ({ toLocation }) => {
  const isOpen = location.hash === history.createHref(toLocation.href)
  if (window.history.state === null && isOpen)
    History.prototype.replaceState.call(window.history, history.location.state, '')
})

followOtherTabs(window, {
  path: () => router.state.location.pathname,
  loggedOut: endLogin,
  loggedInAgain: () => {
    rememberTarget(router.state.location.pathname)
    // The question about unsaved options is left out. It could keep one person's screen with another person's token.
    void router.navigate({ to: '/load', replace: true, ignoreBlocker: true })
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The name of the route. In the phone layout, all names start with `app-`. */
    name?: string
  }
}
