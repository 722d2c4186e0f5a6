import * as z from 'zod/mini'
import { type ProviderRefusal, refusalOf } from '../engine/trouble.ts'

/** A place where the provider can play for this person. */
export type Device = { readonly id: string; readonly name: string; readonly isRestricted: boolean }

export type Told = { readonly ok: true } | ({ readonly ok: false } & ProviderRefusal)

export type WebApi = {
  /** The person's devices; empty when the provider does not say. */
  devices(): Promise<readonly Device[]>
  /** One song from a position on (whole milliseconds), on one device, which becomes the active one. */
  play(deviceId: string, uri: string, positionMs: number): Promise<Told>
  pause(deviceId: string): Promise<Told>
  /** Makes a device the active one without starting anything. */
  transfer(deviceId: string): Promise<Told>
}

const DeviceList = z.object({
  devices: z.array(
    z.object({ id: z.nullable(z.string()), name: z.string(), is_restricted: z.optional(z.boolean()) }),
  ),
})

export type WebApiPorts = {
  fetch: typeof globalThis.fetch
  apiBase: string
  /** The provider's access token as it stands. */
  token(): string
  /** Ends a call that is not answered: nobody would be told why nothing is heard. */
  patience(): AbortSignal
}

/** The direct calls to the provider's player. Success is the status alone: the bodies are not always JSON. */
export function createWebApi(ports: WebApiPorts): WebApi {
  async function tell(path: string, query: Record<string, string>, body?: unknown): Promise<Told> {
    const search = new URLSearchParams(query).toString()
    const token = ports.token()
    try {
      const response = await ports.fetch(`${ports.apiBase}${path}${search ? `?${search}` : ''}`, {
        method: 'PUT',
        signal: ports.patience(),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (response.ok) return { ok: true }
      return { ok: false, ...refusalOf(response.status, await response.text(), token) }
    } catch {
      return { ok: false, ...refusalOf(0, '', token) }
    }
  }

  return {
    async devices() {
      try {
        const response = await ports.fetch(`${ports.apiBase}/me/player/devices`, {
          signal: ports.patience(),
          headers: { authorization: `Bearer ${ports.token()}` },
        })
        const list = DeviceList.safeParse(response.ok ? await response.json() : null)
        if (!list.success) return []
        return list.data.devices.flatMap(({ id, name, is_restricted }) =>
          id === null ? [] : [{ id, name, isRestricted: is_restricted ?? false }],
        )
      } catch {
        return []
      }
    },
    play: (deviceId, uri, positionMs) =>
      tell('/me/player/play', { device_id: deviceId }, { uris: [uri], position_ms: Math.floor(positionMs) }),
    pause: (deviceId) => tell('/me/player/pause', { device_id: deviceId }),
    transfer: (deviceId) => tell('/me/player', {}, { device_ids: [deviceId], play: false }),
  }
}
