import type { Route } from './route.ts'
import { chatRoutes } from './routes/chat.ts'
import { guestRoutes } from './routes/guest.ts'
import { musicRoutes } from './routes/music.ts'
import { passkeyRoutes } from './routes/passkey.ts'
import { peopleRoutes } from './routes/people.ts'
import { resetRoutes } from './routes/reset.ts'
import { serverRoutes } from './routes/server.ts'
import { sessionRoutes } from './routes/session.ts'
import { stageRoutes } from './routes/stage.ts'
import { userRoutes } from './routes/user.ts'
import { waitingRoutes } from './routes/waiting.ts'

/** All routes of the API: those of spec section 7 and further ones. Each path is defined only once, in `routes/`. */
export const routes = {
  ...serverRoutes,
  ...userRoutes,
  ...guestRoutes,
  ...passkeyRoutes,
  ...resetRoutes,
  ...sessionRoutes,
  ...waitingRoutes,
  ...stageRoutes,
  ...chatRoutes,
  ...musicRoutes,
  ...peopleRoutes,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes
