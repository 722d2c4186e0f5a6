import { failurePolicy, growingDelayMs } from '@jointly/domain'
import type { TokenReplacement } from '../provider/token-desk.ts'
import { isOwnTrouble, type Trouble } from './trouble.ts'
import type { Device, WebApi } from '../provider/web-api.ts'

/** The first wait after a failure; each further one in a row doubles it. `Retry-After` cannot be read from a browser. */
const FIRST_WAIT_MS: Partial<Record<Trouble, number>> = {
  // A device that has just registered is not known everywhere at once.
  'no-device': 400,
  away: 200,
  rate: 5_000,
  quota: 30_000,
}
const USUAL_FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A failure that passes sooner than this need not be told. */
const TOLD_FROM_MS = 1_000

export type StartPorts = {
  api: WebApi
  uri: string
  device: { readonly id: string; readonly name: string }
  /** Where to begin, asked anew for every attempt: time goes on while they fail. */
  positionMs(): number
  wait(ms: number): Promise<void>
  /** Gets another access token in the place of one that was refused (L9). */
  replaceToken(refused: string): Promise<TokenReplacement>
  /** Something keeps the song from starting; it is tried again. */
  onTrouble(trouble: Trouble): void
  /** Whether this start is still wanted: the song still plays, and the person still listens. */
  isCurrent(): boolean
}

export type Started =
  | { readonly ok: true; readonly deviceId: string }
  | { readonly ok: false; readonly trouble: Trouble }
  | { readonly ok: false; readonly trouble: null }

const OUTDATED: Started = { ok: false, trouble: null }

/**
 * Starts one song on one device. What passes by itself is tried again with growing waits for as long as the start is
 * wanted (P8): an unknown device is looked up and made active, a refused token is replaced, a busy or failing provider is
 * waited for.
 *
 * @returns the device that plays, or what to tell the listener (null when the start is no longer wanted)
 */
export async function startPlayback(ports: StartPorts): Promise<Started> {
  const { api } = ports
  let deviceId = ports.device.id
  let failed: Trouble | null = null
  let inARow = 0
  while (ports.isCurrent()) {
    const told = await api.play(deviceId, ports.uri, ports.positionMs())
    if (told.ok) return { ok: true, deviceId }
    // A play command that is refused so means that the song is not to be had here.
    const why = told.why === 'already' ? 'unavailable' : told.why
    if (!passesByItself(why)) return { ok: false, trouble: why }
    inARow = why === failed ? inARow + 1 : 1
    failed = why
    if (why === 'no-device') deviceId = await wake(ports, deviceId)
    if (told.why === 'token') {
      const replaced = await ports.replaceToken(told.token)
      if (replaced === 'ended') return { ok: false, trouble: 'grant-ended' }
      if (replaced === 'new' && inARow === 1) continue
    }
    await pauseAfter(ports, why, inARow)
  }
  return OUTDATED
}

function passesByItself(trouble: Trouble): boolean {
  if (isOwnTrouble(trouble)) return trouble === 'no-device' || trouble === 'offline'
  return failurePolicy[trouble].retry === 'soon'
}

async function pauseAfter(ports: StartPorts, trouble: Trouble, inARow: number): Promise<void> {
  const waitMs = growingDelayMs(FIRST_WAIT_MS[trouble] ?? USUAL_FIRST_WAIT_MS, LONGEST_WAIT_MS, inARow)
  if (waitMs >= TOLD_FROM_MS) ports.onTrouble(trouble)
  await ports.wait(waitMs)
}

/** Finds the device under its present id and makes it the active one. @returns its id */
async function wake({ api, device }: StartPorts, lastId: string): Promise<string> {
  const id = sameDevice(await api.devices(), device)?.id ?? lastId
  await api.transfer(id)
  return id
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
