import type { Trouble } from './trouble.ts'
import type { Device, WebApi } from './web-api.ts'

/** A device that has just registered is not known everywhere at once. */
const DEVICE_WAITS_MS = [400, 800, 1200]
/** `Retry-After` cannot be read from a browser. */
const LIMIT_WAIT_MS = 5_000
const AWAY_WAIT_MS = 200
const OFFLINE_WAIT_MS = 1_000
const MOST_RETRIES = 5

export type StartPorts = {
  api: WebApi
  uri: string
  device: { readonly id: string; readonly name: string }
  /** Where to begin, asked anew for every attempt: time goes on while they fail. */
  positionMs(): number
  wait(ms: number): Promise<void>
  /** Fetches a fresh access token; false when there is none to be had. */
  refreshToken(): Promise<boolean>
  /** Whether this start is still wanted. */
  isCurrent(): boolean
}

export type Started =
  | { readonly ok: true; readonly deviceId: string }
  | { readonly ok: false; readonly trouble: Trouble }
  | { readonly ok: false; readonly trouble: null }

const OUTDATED: Started = { ok: false, trouble: null }

/**
 * Starts one song on one device, and stands by it until the provider agrees or there is no hope: an unknown device is
 * looked up and made active (400, 800, 1200 ms), a dead token is renewed once, a busy or failing provider is waited for.
 *
 * @returns the device that plays, or what to tell the listener (null when the start is no longer wanted)
 */
export async function startPlayback(ports: StartPorts): Promise<Started> {
  const { api, wait } = ports
  let deviceId = ports.device.id
  let deviceTries = 0
  let retries = 0
  let renewed = false
  while (ports.isCurrent()) {
    const told = await api.play(deviceId, ports.uri, ports.positionMs())
    if (told.ok) return { ok: true, deviceId }
    switch (told.why) {
      case 'no-device': {
        const waitMs = DEVICE_WAITS_MS[deviceTries]
        if (waitMs === undefined) return { ok: false, trouble: 'no-device' }
        deviceTries += 1
        deviceId = sameDevice(await api.devices(), ports.device)?.id ?? deviceId
        await api.transfer(deviceId)
        await wait(waitMs)
        break
      }
      case 'token':
        if (renewed || !(await ports.refreshToken())) return { ok: false, trouble: 'reconnect' }
        renewed = true
        break
      case 'limit':
      case 'away':
      case 'offline':
        if (retries >= MOST_RETRIES) return { ok: false, trouble: told.why }
        retries += 1
        await wait(retryWaitMs(told.why))
        break
      // A play command with a song that is refused so means that the song is not to be had here.
      case 'already':
        return { ok: false, trouble: 'unavailable' }
      default:
        return { ok: false, trouble: told.why }
    }
  }
  return OUTDATED
}

function retryWaitMs(why: 'limit' | 'away' | 'offline'): number {
  if (why === 'limit') return LIMIT_WAIT_MS
  return why === 'away' ? AWAY_WAIT_MS : OFFLINE_WAIT_MS
}

function sameDevice(
  devices: readonly Device[],
  wanted: { readonly id: string; readonly name: string },
): Device | undefined {
  const usable = devices.filter((device) => !device.isRestricted)
  return (
    usable.find((device) => device.id === wanted.id) ?? usable.find((device) => device.name === wanted.name)
  )
}
