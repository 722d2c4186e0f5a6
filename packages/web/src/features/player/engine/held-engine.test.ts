import type { Provider } from '@jointly/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Engine } from './engine-ports.ts'
import { holdEngine, releaseEngine } from './held-engine.ts'
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

/** The provider's player as its script defines it, noting what it is told. */
class ScriptPlayer {
  readonly #heard = new Map<string, (about: { device_id: string; message: string }) => void>()
  addListener(event: string, heard: (about: { device_id: string; message: string }) => void): boolean {
    this.#heard.set(event, heard)
    return true
  }
  async connect(): Promise<boolean> {
    this.#heard.get('ready')?.({ device_id: HERE, message: '' })
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

/** A session screen whose player plays. */
async function playing(ssid: string): Promise<Engine> {
  const engine = holdEngine(ssid, provider, clock, () => {})
  engine.setAccounts([account])
  await vi.advanceTimersByTimeAsync(0)
  engine.follow(ONLY_ONE)
  engine.toggle()
  await vi.advanceTimersByTimeAsync(0)
  expect(engine.view().state).toBe('playing')
  return engine
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
  const engine = await playing('one')
  releaseEngine(engine)
  await vi.advanceTimersByTimeAsync(400)
  expect(commands).toEqual(['pause', 'disconnect'])
  expect(engine.view().state).not.toBe('playing')
})

it('P4 changing the session stops the sound of the one before, at once', async () => {
  const engine = await playing('one')
  const other = holdEngine('two', provider, clock, () => {})
  expect(other).not.toBe(engine)
  expect(commands).toEqual(['pause', 'disconnect'])
  releaseEngine(other)
})

it('P4 a window that changes its layout comes back to the same player, which plays on', async () => {
  const engine = await playing('one')
  releaseEngine(engine)
  expect(holdEngine('one', provider, clock, () => {})).toBe(engine)
  await vi.advanceTimersByTimeAsync(400)
  expect(commands).toEqual([])
  releaseEngine(engine)
})
