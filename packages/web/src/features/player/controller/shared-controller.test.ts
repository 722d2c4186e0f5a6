import type { Provider } from '@jointly/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlaybackController } from './playback-controller.ts'
import { acquireController, releaseController } from './shared-controller.ts'
import { account, EPOCH, HERE, ONLY_ONE } from './testing.ts'

const provider: Provider = {
  service: 'spotify',
  name: 'Provider',
  apiBase: 'https://provider.example/v1',
  sdkUrl: 'https://provider.example/player.js',
  blurCover: true,
  silentLoop: true,
  keepsTime: false,
  attribution: false,
  manageUrl: null,
}
const clock = { now: () => EPOCH, errorMs: () => 1, measure: async () => true }

let commands: string[]

/** The player of the provider's script. It records its commands. */
class ScriptPlayer {
  readonly #listeners = new Map<string, (about: { device_id: string; message: string }) => void>()
  addListener(event: string, listener: (about: { device_id: string; message: string }) => void): boolean {
    this.#listeners.set(event, listener)
    return true
  }
  async connect(): Promise<boolean> {
    this.#listeners.get('ready')?.({ device_id: HERE, message: '' })
    return true
  }
  disconnect(): void {
    commands.push('disconnect')
  }
  async activateElement(): Promise<void> {}
  async getCurrentState(): Promise<null> {
    return null
  }
  async pause(): Promise<void> {
    commands.push('pause')
  }
  async seek(): Promise<void> {}
}

/** A session screen with a player that plays. */
async function playing(ssid: string): Promise<PlaybackController> {
  const controller = acquireController(ssid, provider, clock, () => {})
  controller.setAccounts([account])
  await vi.advanceTimersByTimeAsync(0)
  controller.follow(ONLY_ONE)
  controller.toggle()
  await vi.advanceTimersByTimeAsync(0)
  expect(controller.view().state).toBe('playing')
  return controller
}

beforeEach(() => {
  commands = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  window.Spotify = { Player: ScriptPlayer }
})

afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'Spotify')
})

it('P4 leaving the screen stops the sound', async () => {
  const controller = await playing('one')
  releaseController(controller)
  await vi.advanceTimersByTimeAsync(400)
  expect(commands).toEqual(['pause', 'disconnect'])
  expect(controller.view().state).not.toBe('playing')
})

it('P4 changing the session stops the sound of the session before at once', async () => {
  const controller = await playing('one')
  const other = acquireController('two', provider, clock, () => {})
  expect(other).not.toBe(controller)
  expect(commands).toEqual(['pause', 'disconnect'])
  releaseController(other)
})

it('P4 the player plays on when the window changes its layout', async () => {
  const controller = await playing('one')
  releaseController(controller)
  expect(acquireController('one', provider, clock, () => {})).toBe(controller)
  await vi.advanceTimersByTimeAsync(400)
  expect(commands).toEqual([])
  releaseController(controller)
})
