import * as z from 'zod/mini'
import { WaitingSongs } from '../entities/waiting.ts'
import { ProviderId, Ssid } from '../primitives.ts'
import type { Route } from '../route.ts'
import { EmptyAnswer, privateCall } from './access.ts'

/** Routes for the songs that wait until somebody approves them (H9). */
export const waitingRoutes = {
  waiting: {
    ...privateCall('GET', '/api/session/:ssid/waiting'),
    summary: 'The songs that wait for approval: all for those who approve, and for others their own',
    params: z.object({ ssid: Ssid }),
    answer: WaitingSongs,
  },
  approve: {
    ...privateCall('PUT', '/api/session/:ssid/waiting/:songID'),
    summary: 'Approve or decline a waiting song (owner, managers and operators)',
    params: z.object({ ssid: Ssid, songID: ProviderId }),
    body: z.object({ approved: z.boolean() }),
    answer: EmptyAnswer,
  },
} as const satisfies Record<string, Route>
