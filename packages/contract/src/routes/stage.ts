import * as z from 'zod/mini'
import { Account } from '../entities/account.ts'
import { NewStage, Stage, StageCall, StageChange, StagePairing, StageState } from '../entities/stage.ts'
import { Ssid } from '../primitives.ts'
import type { Route } from '../route.ts'
import { accountCall, publicCall } from './access.ts'

const BySsid = z.object({ ssid: Ssid })
const ByStage = z.object({ ssid: Ssid, id: z.uuid() })

/** Routes for stages, which are big screens that show a session (X1–X6). */
export const stageRoutes = {
  createStage: {
    ...publicCall('POST', '/api/stage/'),
    summary: 'Get a code that pairs this screen with a session',
    answer: NewStage,
  },
  stageState: {
    ...publicCall('POST', '/api/stage/state'),
    summary: 'What this screen shows; the secret of the screen is in the body',
    body: StageCall,
    answer: StageState,
  },
  stageAccount: {
    ...publicCall('POST', '/api/stage/account'),
    summary: 'The account with which this screen plays, with a new token',
    body: StageCall,
    answer: Account,
  },
  stages: {
    ...accountCall('GET', '/api/session/:ssid/stages'),
    summary: 'The screens of a session (owner and managers)',
    params: BySsid,
    answer: z.array(Stage),
  },
  pairStage: {
    ...accountCall('PUT', '/api/session/:ssid/stages'),
    summary: 'Pair a screen with a session by the code on it',
    params: BySsid,
    body: StagePairing,
    answer: z.array(Stage),
  },
  changeStage: {
    ...accountCall('POST', '/api/session/:ssid/stages/:id'),
    summary: 'Name a screen, and switch its sound on or off',
    params: ByStage,
    body: StageChange,
    answer: z.array(Stage),
  },
  removeStage: {
    ...accountCall('DELETE', '/api/session/:ssid/stages/:id'),
    summary: 'Remove a screen from a session',
    params: ByStage,
    answer: z.array(Stage),
  },
} as const satisfies Record<string, Route>
