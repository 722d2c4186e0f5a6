import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { type HttpResponse, json, noContent, text } from '../http/response.ts'
import { bodyLimits, parseJson, readBody } from '../http/body.ts'
import type { Players } from '../player/players.ts'
import type { Grants } from '../store/grants.ts'
import { Faults, type FaultSwitches } from './faults.ts'

export type FaultApi = (request: IncomingMessage, path: string) => Promise<HttpResponse>

type Options = {
  readonly faults: FaultSwitches
  readonly grants: Grants
  readonly players: Players
  /**
   * Whether every request is forwarded by a server of Jointly. If true, the header `X-Forwarded-For` names the
   * client.
   */
  readonly behindProxy: boolean
}

const Switches = z.strictObject(Faults.shape)
const Changes = z.record(z.string(), z.unknown())

/**
 * Creates the routes that switch faults on: `GET`, `PUT` (change some) and `DELETE` (reset all) `/__emu/config`,
 * and `GET /__emu/state`. Only clients on this machine may use these routes, because faults affect everyone.
 */
export function createFaultApi({ faults, grants, players, behindProxy }: Options): FaultApi {
  return async (request, path) => {
    if (!isLocal(request, behindProxy)) return text(403, 'Only from this machine')
    switch (`${request.method} ${path}`) {
      case 'GET /__emu/config':
        return json(faults.current())
      case 'DELETE /__emu/config':
        return json(faults.reset())
      case 'PUT /__emu/config': {
        const changes = Changes.safeParse(await readJson(request))
        const switches = Switches.safeParse({ ...faults.current(), ...changes.data })
        if (!changes.success || !switches.success) {
          return json({ error: z.prettifyError(changes.error ?? switches.error ?? { issues: [] }) }, 400)
        }
        return json(faults.replace(switches.data))
      }
      case 'GET /__emu/state': {
        const states = grants.all().map(({ id, userId, profileId }) => ({
          userId,
          profileId,
          devices: (players.find(id)?.devices() ?? []).map((device) => device.id),
        }))
        return json({ grants: states })
      }
      case 'OPTIONS /__emu/config':
        return noContent
      default:
        return text(404, 'Not found')
    }
  }
}

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Returns whether a request comes from this machine, but not from a page in a browser. */
function isLocal(request: IncomingMessage, behindProxy: boolean): boolean {
  const forwardedFor = request.headers['x-forwarded-for']
  const forwarded = forwardedFor === undefined ? [] : String(forwardedFor).split(',')
  const clients = behindProxy
    ? forwarded.map((address) => address.trim())
    : [request.socket.remoteAddress ?? '', ...forwarded]
  return (
    clients.length > 0 &&
    clients.every((address) => loopback.includes(address)) &&
    request.headers['forwarded'] === undefined &&
    (request.headers['sec-fetch-site'] ?? 'none') === 'none'
  )
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, bodyLimits.api)
  return body === null ? undefined : parseJson(body)
}
