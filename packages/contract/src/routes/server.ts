import * as z from 'zod/mini'
import { HEALTH_PATH } from '../addresses.ts'
import { Finding } from '../entities/doctor.ts'
import type { Route } from '../route.ts'
import { accountCall, publicCall } from './access.ts'

/** Routes for the state of the server: whether it is ready, and whether its setup is right. */
export const serverRoutes = {
  health: {
    ...publicCall('GET', HEALTH_PATH),
    summary: 'Ready to serve',
    answer: z.object({
      status: z.literal('ok'),
      /** Whether Redis can be reached. Missing if the server does not use Redis. */
      redis: z.optional(z.enum(['up', 'away'])),
    }),
  },
  doctor: {
    ...accountCall('GET', '/api/doctor/'),
    summary: 'Check the set-up of the server (level 735)',
    answer: z.object({ findings: z.array(Finding) }),
  },
  echo: {
    ...publicCall('GET', '/api/doctor/echo'),
    summary: 'The origin of this request, as the server sees it, and whether a proxy forwarded it',
    answer: z.object({
      origin: z.string(),
      /** Whether a trusted proxy sent the address of the client. */
      forwarded: z.boolean(),
    }),
  },
} as const satisfies Record<string, Route>
