import type { Answer, StageState } from '@jointly/contract'
import { expect, it } from 'vitest'
import { createPairing, type StagePhase } from './pairing.ts'

const SSID = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
const refused = <T>(
  code: 'unauthenticated' | 'network' | 'rate-limited',
  retryAfterSec: number | null = null,
) => ({ ok: false, status: 0, retryAfterSec, error: { code, message: '' } }) as Answer<T>

/** Creates a screen whose calls and timers are controlled by the test. */
function openScreen(storedAtFirst: string | null = null) {
  const phases: StagePhase[] = []
  const server = {
    states: new Map<string, StageState>(),
    isAway: false,
    codes: 0,
    retryAfterSec: null as number | null,
  }
  let stored = storedAtFirst
  let timer: { delayMs: number; run: () => void } | null = null
  const pairing = createPairing({
    async create() {
      if (server.isAway) return refused('network', server.retryAfterSec)
      server.codes += 1
      const secret = `secret-${server.codes}`
      server.states.set(secret, { ssid: null, sound: false })
      return { ok: true, value: { code: `CODE${server.codes}`, secret, expires: 0 } }
    },
    async ask(secret) {
      if (server.isAway) return refused('network')
      const value = server.states.get(secret)
      return value ? { ok: true, value } : refused('unauthenticated')
    },
    stored: () => stored,
    store: (secret) => {
      stored = secret
    },
    after(delayMs, run) {
      const own = { delayMs, run }
      timer = own
      return () => {
        if (timer === own) timer = null
      }
    },
    onPhase: (phase) => phases.push(phase),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    server,
    pairing,
    stored: () => stored,
    store: (secret: string) => {
      stored = secret
    },
    kinds: () => phases.map(({ kind }) => kind),
    last: () => phases.at(-1),
    settle,
    /** Runs the next timer. @returns its delay in milliseconds; undefined if there is no timer */
    async wait(): Promise<number | undefined> {
      const due = timer
      timer = null
      due?.run()
      await settle()
      return due?.delayMs
    },
  }
}

it('X7 a screen shows a code, and the session as soon as a host has typed it', async () => {
  const screen = openScreen()
  screen.pairing.start()
  await screen.settle()
  expect(screen.last()).toEqual({ kind: 'waiting', code: 'CODE1' })
  await screen.wait()
  screen.server.states.set('secret-1', { ssid: SSID, sound: true })
  await screen.wait()
  expect(screen.last()).toEqual({ kind: 'paired', secret: 'secret-1', ssid: SSID, sound: true })
  expect(screen.stored()).toBe('secret-1')
})

it('X7 an expired code is replaced', async () => {
  const screen = openScreen()
  screen.pairing.start()
  await screen.settle()
  screen.server.states.clear()
  await screen.wait()
  expect(screen.last()).toEqual({ kind: 'waiting', code: 'CODE2' })
})

it('X7 a screen that is paired shows its session again after a restart', async () => {
  const screen = openScreen('known')
  screen.server.states.set('known', { ssid: SSID, sound: false })
  screen.pairing.start()
  await screen.settle()
  expect(screen.kinds()).toEqual(['paired'])
})

it('X7 a removed screen says so, forgets its secret and shows a new code', async () => {
  const screen = openScreen('known')
  screen.server.states.set('known', { ssid: SSID, sound: false })
  screen.pairing.start()
  await screen.settle()
  screen.server.states.clear()
  screen.pairing.check()
  await screen.settle()
  expect(screen.last()).toEqual({ kind: 'ended' })
  expect(screen.stored()).toBeNull()
  await screen.wait()
  expect(screen.last()).toEqual({ kind: 'waiting', code: 'CODE1' })
})

it('X7 a removed screen keeps the secret that another window has stored for the same address', async () => {
  const screen = openScreen('known')
  screen.server.states.set('known', { ssid: SSID, sound: false })
  screen.pairing.start()
  await screen.settle()
  screen.store('of-the-other-window')
  screen.server.states.delete('known')
  screen.pairing.check()
  await screen.settle()
  expect(screen.last()).toEqual({ kind: 'ended' })
  expect(screen.stored()).toBe('of-the-other-window')
})

it('X9 a paired screen keeps its session while the server is away', async () => {
  const screen = openScreen('known')
  screen.server.states.set('known', { ssid: SSID, sound: false })
  screen.pairing.start()
  await screen.settle()
  screen.server.isAway = true
  screen.pairing.check()
  for (let attempt = 0; attempt < 1000; attempt += 1) await screen.wait()
  expect(screen.kinds()).toEqual(['paired'])
  screen.server.isAway = false
  screen.server.states.set('known', { ssid: SSID, sound: true })
  await screen.wait()
  expect(screen.last()).toMatchObject({ kind: 'paired', sound: true })
})

it('X9 without a server a screen tries again for ever, and waits as long as the server says', async () => {
  const screen = openScreen()
  screen.server.isAway = true
  screen.pairing.start()
  await screen.settle()
  expect(screen.last()).toEqual({ kind: 'starting', isAway: true })
  expect(await screen.wait()).toBe(5_000)
  screen.server.retryAfterSec = 90
  await screen.wait()
  screen.server.isAway = false
  expect(await screen.wait()).toBe(90_000)
  expect(screen.last()).toEqual({ kind: 'waiting', code: 'CODE1' })
})

it('X9 a stopped screen does nothing more', async () => {
  const screen = openScreen()
  screen.pairing.start()
  screen.pairing.stop()
  await screen.settle()
  expect(screen.kinds()).toEqual([])
  expect(await screen.wait()).toBeUndefined()
})
