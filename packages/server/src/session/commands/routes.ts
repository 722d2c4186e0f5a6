import type { Call, Handle } from '../../platform/http/handle.ts'
import type { OptionsReader, SessionOptions } from './options/service.ts'
import type { Plans } from './plans.ts'
import type { Sessions } from './service.ts'

/** Making, opening, starring and deleting sessions. */
export function sessionRoutes(handle: Handle, sessions: Sessions): void {
  handle('createSession', ({ caller, body }) => sessions.create(caller.userId, body))
  handle('session', ({ params, caller }) => sessions.look(params.ssid, caller.userId))
  handle('votes', ({ params, query, caller }) =>
    sessions.votes(params.ssid, caller.userId, Number(query.from)),
  )
  handle('deleteSession', ({ params, caller }) => sessions.remove(params.ssid, caller.userId))
  handle('favorite', ({ params, caller }) => sessions.favorite(params.ssid, caller.userId, true))
  handle('unfavorite', ({ params, caller }) => sessions.favorite(params.ssid, caller.userId, false))
}

/** Reading and saving options. */
export function optionsRoutes(handle: Handle, options: SessionOptions): void {
  handle('options', (call) => options.read(readerOf(call)))
  handle('saveOptions', (call) => options.save(readerOf(call), call.body))
}

function readerOf({ params, caller, origin, clientNetwork }: Call<'options' | 'saveOptions'>): OptionsReader {
  return { ssid: params.ssid, userId: caller.userId, origin, network: clientNetwork }
}

/** Making a session managed, and random again. */
export function planRoutes(handle: Handle, plans: Plans): void {
  handle('upgrade', ({ params, caller, body }) => plans.upgrade(params.ssid, caller.userId, body.plan))
  handle('downgrade', ({ params, caller }) => plans.downgrade(params.ssid, caller.userId))
}
