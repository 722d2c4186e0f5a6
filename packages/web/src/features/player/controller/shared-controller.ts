import type { Answer, Provider } from '@jointly/contract'
import { loadAccounts, renewAccount } from '../../../shared/store/load.ts'
import { storedDevices } from '../devices/stored-devices.ts'
import { createAccessTokens } from '../provider/access-tokens.ts'
import { createSoundPlayer, loadSdk } from '../provider/web-playback-sdk.ts'
import { createWebApi } from '../provider/web-api.ts'
import { browserScheduler, createTimer, type Timer } from '../sync/scheduler.ts'
import type { PlayerClock } from './controller-options.ts'
import { PlaybackController } from './playback-controller.ts'

/** A layout change removes the screen for a moment. The controller survives this long without a screen. */
const GRACE_MS = 400
const CALL_TIMEOUT_MS = 10_000
const DEVICE_NAME = 'Jointly'

type SharedController = {
  key: string
  controller: PlaybackController
  releaseTimer: Timer
  askPlay: () => void
}
let shared: SharedController | null = null

/**
 * The controller for a session screen. There is only one: a second screen of the same session gets the same one, and
 * another session ends it.
 */
export function acquireController(
  ssid: string,
  provider: Provider,
  clock: PlayerClock,
  askPlay: () => void,
): PlaybackController {
  const key = `${ssid} ${provider.sdkUrl}`
  shared?.releaseTimer.cancel()
  if (shared?.key === key) {
    shared.askPlay = askPlay
    return shared.controller
  }
  if (shared !== null) end(shared)
  const next: SharedController = {
    key,
    askPlay,
    releaseTimer: createTimer(browserScheduler),
    controller: createController(provider, clock, () => next.askPlay()),
  }
  shared = next
  return next.controller
}

/** Ends the controller soon, unless a screen acquires it again. */
export function releaseController(controller: PlaybackController): void {
  if (shared?.controller !== controller) return
  const released = shared
  released.releaseTimer.start(GRACE_MS, () => {
    end(released)
    if (shared === released) shared = null
  })
}

function end({ controller }: SharedController): void {
  controller.stop()
  controller.dispose()
}

function createController(provider: Provider, clock: PlayerClock, askPlay: () => void): PlaybackController {
  const valueOf = <T>(answer: Answer<T>) => (answer.ok ? answer.value : null)
  const timeoutSignal = () => AbortSignal.timeout(CALL_TIMEOUT_MS)
  const tokens = createAccessTokens(
    {
      load: async () => valueOf(await loadAccounts(timeoutSignal())),
      renew: async (refused) => valueOf(await renewAccount(refused, timeoutSignal())),
    },
    clock.now,
  )
  const playerOptions = {
    name: DEVICE_NAME,
    provideToken: (answer: (token: string) => void) => void tokens.provide(answer),
    // Without the silent element, the provider's own player fills the media controls.
    mediaSession: !provider.silentLoop,
    keepsTime: provider.keepsTime,
  }
  return new PlaybackController({
    storedDevices,
    tokens,
    clock,
    askPlay,
    scheduler: browserScheduler,
    api: createWebApi({
      fetch: (...call) => fetch(...call),
      apiBase: provider.apiBase,
      token: tokens.token,
      timeoutSignal,
    }),
    createPlayer: async (events) =>
      (await loadSdk(provider.sdkUrl)) ? createSoundPlayer(playerOptions, events) : null,
    keepsTime: provider.keepsTime,
    deviceName: DEVICE_NAME,
  })
}
