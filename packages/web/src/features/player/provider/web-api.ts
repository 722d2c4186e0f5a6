import * as z from 'zod/mini'
import { type CommandRefusal, readRefusal } from '../controller/trouble.ts'

/** A device of the person, such as this page or a phone with the provider's app. */
export type Device = {
  readonly id: string
  readonly name: string
  readonly isRestricted: boolean
  /** Whether the provider plays for the person on this device. At most one device is active. */
  readonly isActive: boolean
}

export type CommandResult = { readonly ok: true } | ({ readonly ok: false } & CommandRefusal)

export type WebApi = {
  /** Returns the person's devices. Null if the request fails. */
  devices(): Promise<readonly Device[] | null>
  /** Plays one song from a position in milliseconds. The device becomes the active device. */
  play(deviceId: string, uri: string, positionMs: number): Promise<CommandResult>
  pause(deviceId: string): Promise<CommandResult>
  /** Makes a device the active device, without starting a song. */
  transfer(deviceId: string): Promise<CommandResult>
}

const DeviceList = z.object({
  devices: z.array(
    z.object({
      id: z.nullable(z.string()),
      name: z.string(),
      is_restricted: z.optional(z.boolean()),
      is_active: z.optional(z.boolean()),
    }),
  ),
})

export type WebApiOptions = {
  fetch: typeof globalThis.fetch
  apiBase: string
  /** Returns the current access token. Empty if there is none. */
  token(): string
  /** Returns a signal that aborts a request after a time limit, so that the person gets a message. */
  timeoutSignal(): AbortSignal
}

/**
 * Creates the calls to the provider that control players. The body of an accepted command is not parsed, because it
 * is not always JSON.
 */
export function createWebApi(options: WebApiOptions): WebApi {
  async function send(path: string, query: Record<string, string>, body?: unknown): Promise<CommandResult> {
    const search = new URLSearchParams(query).toString()
    const token = options.token()
    try {
      const response = await options.fetch(`${options.apiBase}${path}${search ? `?${search}` : ''}`, {
        method: 'PUT',
        signal: options.timeoutSignal(),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (response.ok) return { ok: true }
      return { ok: false, ...readRefusal(response.status, await response.text(), token) }
    } catch {
      return { ok: false, ...readRefusal(0, '', token) }
    }
  }

  return {
    async devices() {
      try {
        const response = await options.fetch(`${options.apiBase}/me/player/devices`, {
          signal: options.timeoutSignal(),
          headers: { authorization: `Bearer ${options.token()}` },
        })
        const list = DeviceList.safeParse(response.ok ? await response.json() : null)
        if (!list.success) return null
        return list.data.devices.flatMap(({ id, name, is_restricted, is_active }) =>
          id === null
            ? []
            : [{ id, name, isRestricted: is_restricted ?? false, isActive: is_active ?? false }],
        )
      } catch {
        return null
      }
    },
    play: (deviceId, uri, positionMs) =>
      send('/me/player/play', { device_id: deviceId }, { uris: [uri], position_ms: Math.floor(positionMs) }),
    pause: (deviceId) => send('/me/player/pause', { device_id: deviceId }),
    transfer: (deviceId) => send('/me/player', {}, { device_ids: [deviceId], play: false }),
  }
}
