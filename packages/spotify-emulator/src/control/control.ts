import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { type Answer, json, noContent, text } from '../http/answer.ts'
import { bodyLimits, readBody } from '../http/body.ts'
import type { Players } from '../player/players.ts'
import type { Grants } from '../store/grants.ts'
import { Faults, type FaultSwitches } from './faults.ts'

export type Control = (request: IncomingMessage, path: string) => Promise<Answer>

type Options = {
  readonly faults: FaultSwitches
  readonly grants: Grants
  readonly players: Players
  /** Who asked is named in `X-Forwarded-For` alone. */
  readonly passedOn: boolean
}

const Switches = z.strictObject(Faults.shape)
const Changes = z.record(z.string(), z.unknown())

/**
 * The control address: `GET`, `PUT` (some switches) and `DELETE` (all back) `/__emu/config`, `GET /__emu/state`.
 * Only a peer on loopback may use it; a proxy on this machine that speaks for others is refused.
 */
export function createControl({ faults, grants, players, passedOn }: Options): Control {
  return async (request, path) => {
    if (!isLocal(request, passedOn)) return text(403, 'Only from this machine')
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

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Whether a request comes from this machine, and from no page of a browser on it. */
function isLocal(request: IncomingMessage, passedOn: boolean): boolean {
  const forwardedFor = request.headers['x-forwarded-for']
  const named = forwardedFor === undefined ? [] : String(forwardedFor).split(',')
  const askers = passedOn ? named.map((name) => name.trim()) : [request.socket.remoteAddress ?? '', ...named]
  return (
    askers.length > 0 &&
    askers.every((asker) => loopback.includes(asker)) &&
    request.headers['forwarded'] === undefined &&
    (request.headers['sec-fetch-site'] ?? 'none') === 'none'
  )
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, bodyLimits.api)
  try {
    return body.ok ? JSON.parse(body.text) : undefined
  } catch {
    return undefined
  }
}
