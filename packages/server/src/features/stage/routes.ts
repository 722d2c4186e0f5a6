import type { Handle } from '../../platform/http/router.ts'
import { limitPeopleChanges } from '../../session/commands/people-limit.ts'
import {
  changeStage,
  createStage,
  listStages,
  pairStage,
  removeStage,
  stageAccount,
  type StageContext,
  stageState,
} from './service.ts'

/** Registers the routes of stages, for the screens themselves and for hosts (X1–X5). */
export function stageRoutes(handle: Handle, deps: StageContext): void {
  handle('createStage', ({ clientNetwork }) => createStage(deps, clientNetwork))
  handle('stageState', ({ body, clientNetwork }) => stageState(deps, body.secret, clientNetwork))
  handle('stageAccount', ({ body, clientNetwork }) => stageAccount(deps, body.secret, clientNetwork))

  handle('stages', ({ params, caller, clientNetwork }) =>
    listStages(deps, { ssid: params.ssid, userId: caller.userId, network: clientNetwork }),
  )
  handle('pairStage', async ({ params, caller: { userId }, clientNetwork: network, body }) => {
    const tooMany = await limitPeopleChanges(deps.limiter, userId)
    return tooMany ?? pairStage(deps, { ssid: params.ssid, userId, network }, body)
  })
  handle('changeStage', ({ params: { ssid, id }, caller, clientNetwork, body }) =>
    changeStage(deps, { ssid, userId: caller.userId, network: clientNetwork }, { id, ...body }),
  )
  handle('removeStage', async ({ params: { ssid, id }, caller: { userId }, clientNetwork: network }) => {
    const tooMany = await limitPeopleChanges(deps.limiter, userId)
    return tooMany ?? removeStage(deps, { ssid, userId, network }, id)
  })
}
