import type { Answer, Provider } from '@jointly/contract'
import { loadAccounts, renewAccount } from '../../../shared/store/load.ts'
import { deviceMemory } from '../audio/device-memory.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine-ports.ts'
import { createSoundPlayer, loadSdk, type SoundEvents } from '../provider/sdk.ts'
import { createTokenDesk } from '../provider/token-desk.ts'
import { createWebApi } from '../provider/web-api.ts'

/** The clock a player goes by. */
export type PlayerClock = {
  now(): number | null
  errorMs(): number | null
  /** Measures anew. @returns whether it could */
  measure(): Promise<boolean>
}

/** How long a screen may be away before its player is taken down: a window that changes its layout comes back at once. */
const GRACE_MS = 400
/** What has not been answered by then is not going to be, as when the net changed. */
const ANSWERED_WITHIN_MS = 10_000

type Held = { key: string; engine: Engine; askPlay: () => void; cancelRelease: () => void }
let held: Held | null = null

/**
 * The player of a session screen. Only one exists: a second screen of the same session takes over the first one's,
 * and another session ends it.
 */
export function holdEngine(
  ssid: string,
  provider: Provider,
  clock: PlayerClock,
  askPlay: () => void,
): Engine {
  const key = `${ssid} ${provider.sdkUrl}`
  held?.cancelRelease()
  if (held?.key === key) {
    held.askPlay = askPlay
    return held.engine
  }
  if (held !== null) end(held)
  const next: Held = {
    key,
    askPlay,
    cancelRelease: () => {},
    engine: makeEngine(provider, clock, () => next.askPlay()),
  }
  held = next
  return next.engine
}

/** Stops the player soon, unless a screen holds it again. */
export function releaseEngine(engine: Engine): void {
  if (held?.engine !== engine) return
  const released = held
  released.cancelRelease = after(GRACE_MS, () => {
    end(released)
    if (held === released) held = null
  })
}

function end({ engine }: Held): void {
  engine.stop()
  engine.dispose()
}

function makeEngine(provider: Provider, clock: PlayerClock, askPlay: () => void): Engine {
  const valueOf = <T>(answer: Answer<T>) => (answer.ok ? answer.value : null)
  const source = {
    load: async () => valueOf(await loadAccounts(patience())),
    renew: async (refused: string) => valueOf(await renewAccount(refused, patience())),
  }
  const desk = createTokenDesk(source, clock.now)
  const options = {
    name: 'Jointly',
    giveToken: (answer: (token: string) => void) => void desk.give(answer),
    // Where no silent element may play, the provider's own player fills the media controls.
    mediaSession: !provider.silentLoop,
  }
  return createEngine({
    ...deviceMemory,
    desk,
    api: createWebApi({
      fetch: (...call) => fetch(...call),
      apiBase: provider.apiBase,
      token: desk.token,
      patience,
    }),
    createPlayer: async (events: SoundEvents) =>
      (await loadSdk(provider.sdkUrl)) ? createSoundPlayer(options, events) : null,
    keepsTime: provider.keepsTime,
    deviceName: options.name,
    serverNow: clock.now,
    clockErrorMs: clock.errorMs,
    measureClock: clock.measure,
    monotonicMs: () => performance.now(),
    after,
    askPlay,
  })
}

const patience = () => AbortSignal.timeout(ANSWERED_WITHIN_MS)

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
