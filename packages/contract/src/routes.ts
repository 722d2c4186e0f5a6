import type { Route } from './route.ts'
import { guestRoutes } from './routes/guest.ts'
import { musicRoutes } from './routes/music.ts'
import { passkeyRoutes } from './routes/passkey.ts'
import { peopleRoutes } from './routes/people.ts'
import { resetRoutes } from './routes/reset.ts'
import { serverRoutes } from './routes/server.ts'
import { sessionRoutes } from './routes/session.ts'
import { userRoutes } from './routes/user.ts'

/**
 * The whole call table (spec section 7, and the calls that it implies). Every path is defined here and nowhere else.
 */
export const routes = {
  ...serverRoutes,
  ...userRoutes,
  ...guestRoutes,
  ...passkeyRoutes,
  ...resetRoutes,
  ...sessionRoutes,
  ...musicRoutes,
  ...peopleRoutes,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes
