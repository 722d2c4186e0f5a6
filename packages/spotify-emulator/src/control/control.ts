import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { type Answer, json, noContent, text } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import type { Players } from '../player/players.ts'
import type { Grants } from '../store/grants.ts'
import { Faults, type FaultSwitches } from './faults.ts'

export type Control = (request: IncomingMessage, path: string) => Promise<Answer>

type Options = {
  readonly faults: FaultSwitches
  readonly grants: Grants
  readonly players: Players
}

const Switches = z.strictObject(Faults.shape)
const Changes = z.record(z.string(), z.unknown())

/**
 * The control address: `GET`, `PUT` (some switches) and `DELETE` (all back) `/__emu/config`, `GET /__emu/state`.
 * Only a direct peer on loopback may use it; a proxy on this machine speaks for others and is refused.
 */
export function createControl({ faults, grants, players }: Options): Control {
  return async (request, path) => {
    if (!isLocal(request)) return text(403, 'Only from this machine')
    switch (`${request.method} ${path}`) {
      case 'GET /__emu/config':
        return json(faults.current())
      case 'DELETE /__emu/config':
        return json(faults.reset())
      case 'PUT /__emu/config': {
        const changes = Changes.safeParse(await readJson(request))
        const wanted = Switches.safeParse({ ...faults.current(), ...changes.data })
        if (!changes.success || !wanted.success) {
          return json({ error: z.prettifyError(changes.error ?? wanted.error ?? { issues: [] }) }, 400)
        }
        return json(faults.replace(wanted.data))
      }
      case 'GET /__emu/state': {
        const live = grants.all().map(({ id, userId, profileId }) => ({
          userId,
          profileId,
          devices: players.devices(id).map((device) => device.id),
        }))
        return json({ grants: live })
      }
      case 'OPTIONS /__emu/config':
        return noContent
      default:
        return text(404, 'Not found')
    }
  }
}

const isLocal = (request: IncomingMessage): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers['forwarded'] === undefined &&
  // A page somewhere in the person's browser is on this machine too; its requests carry where they come from.
  (request.headers['sec-fetch-site'] ?? 'none') === 'none'

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request)
  try {
    return body.ok ? JSON.parse(body.text) : undefined
  } catch {
    return undefined
  }
}
