import * as z from 'zod/mini'
import type { Route } from './route.ts'
import { open } from './routes/access.ts'
import { musicRoutes } from './routes/music.ts'
import { peopleRoutes } from './routes/people.ts'
import { sessionRoutes } from './routes/session.ts'
import { userRoutes } from './routes/user.ts'

/** The whole call table (spec section 7, and the calls it implies): every path is spelled here and nowhere else. */
export const routes = {
  health: {
    ...open,
    method: 'GET',
    path: '/api/health',
    summary: 'Ready to serve',
    answer: z.object({
      status: z.literal('ok'),
      /** Whether what servers share is there; absent where a server stands alone. */
      redis: z.optional(z.enum(['up', 'away'])),
    }),
  },
  ...userRoutes,
  ...sessionRoutes,
  ...musicRoutes,
  ...peopleRoutes,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes
