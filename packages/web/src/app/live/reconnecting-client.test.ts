import { liveClose } from '@jointly/contract'
import { expect, it } from 'vitest'
import { aSession } from '../../features/session/model/testing.ts'
import { createLive } from './reconnecting-client.ts'
import type { LiveSocketEvents } from './open-connection.ts'
import { createServerClock } from './server-clock.ts'

const SSID = '7b0c4c38-55aa-4d6e-9a3c-0d9bb1a3d001'

type Line = { events: LiveSocketEvents; sent: unknown[]; open: boolean }

/** Creates a live client. The test controls its network and its clock. */
function world(options: { token?: string | null } = {}) {
  let nowMs = 1000
  const timers: { at: number; run: () => void }[] = []
  const lines: Line[] = []
  const received: unknown[] = []
  const clock = createServerClock({ monotonicMs: () => nowMs, dateMs: () => nowMs, jumped: () => undefined })
  const live = createLive({
    clock,
    connect(events) {
      const line: Line = { events, sent: [], open: true }
      lines.push(line)
      return {
        send: (text) => line.sent.push(JSON.parse(text)),
        close: () => {
          line.open = false
        },
      }
    },
    token: () => (options.token === undefined ? 'secret' : options.token),
    monotonicMs: () => nowMs,
    random: () => 1,
    after(delayMs, run) {
      const timer = { at: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
  })
  live.onMessage((message) => received.push(message))
  function pass(ms: number): void {
    const end = nowMs + ms
    for (;;) {
      const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers.splice(timers.indexOf(due), 1)
      nowMs = due.at
      due.run()
    }
    nowMs = end
  }
  const line = () => {
    const last = lines.at(-1)
    if (!last) throw new Error('nobody connected')
    return last
  }
  const receive = (message: unknown) => line().events.message(JSON.stringify(message))
  function getReady(): void {
    line().events.opened()
    receive({ type: 'ready' })
  }
  return { live, clock, lines, received, pass, line, receive, getReady, now: () => nowMs }
}

it('A1 the first message says hello with the token, which is never in the address', () => {
  const { live, line } = world()
  live.start()
  expect(line().sent).toEqual([])
  line().events.opened()
  expect(line().sent).toEqual([{ type: 'hello', token: 'secret' }])
})

it('A1 without a token nothing is connected', () => {
  const { live, lines } = world({ token: null })
  live.start()
  expect(lines).toHaveLength(0)
  expect(live.status()).toBe('off')
})

it('A1 a refused token is not used again', () => {
  const { live, line, lines, pass } = world()
  live.start()
  line().events.closed(liveClose.unauthenticated)
  pass(120_000)
  expect(live.status()).toBe('refused')
  expect(lines).toHaveLength(1)
})

it('S4 an opened session is opened again after every reconnect', () => {
  const { live, line, lines, getReady, pass } = world()
  live.start()
  live.open(SSID, false)
  getReady()
  expect(line().sent).toContainEqual({ type: 'open', ssid: SSID, sound: false })
  line().events.closed(1006)
  expect(live.status()).toBe('waiting')
  pass(500)
  expect(lines).toHaveLength(2)
  getReady()
  expect(line().sent).toContainEqual({ type: 'open', ssid: SSID, sound: false })
})

it('K1 the server learns at once whether this client plays sound, and again after a reconnect', () => {
  const { live, line, getReady, pass } = world()
  live.start()
  getReady()
  live.open(SSID, false)
  live.setSound(SSID, true)
  live.setSound(SSID, true)
  expect(line().sent.filter((sent) => JSON.stringify(sent).includes('sound'))).toEqual([
    { type: 'open', ssid: SSID, sound: false },
    { type: 'sound', ssid: SSID, sound: true },
  ])
  line().events.closed(1006)
  pass(500)
  getReady()
  expect(line().sent).toContainEqual({ type: 'open', ssid: SSID, sound: true })
})

it('S4 the server learns that a session was closed, which is not opened again after a reconnect', () => {
  const { live, line, getReady, pass } = world()
  live.start()
  live.open(SSID, false)
  getReady()
  live.close(SSID)
  expect(line().sent.at(-1)).toEqual({ type: 'close', ssid: SSID })
  line().events.closed(1006)
  pass(500)
  getReady()
  expect(JSON.stringify(line().sent)).not.toContain(SSID)
})

it('S4 a connection without answers is closed and opened again', () => {
  const { live, lines, getReady, pass } = world()
  live.start()
  getReady()
  pass(6_000)
  expect(live.status()).toBe('waiting')
  expect(lines[0]?.open).toBe(false)
  pass(500)
  expect(lines).toHaveLength(2)
})

it('S4 a server that never gets ready is tried again after growing waits', () => {
  const { live, lines, line, pass, getReady } = world()
  live.start()
  line().events.opened()
  pass(15_000)
  expect(live.status()).toBe('waiting')
  expect(lines[0]?.open).toBe(false)
  pass(500 + 15_000 + 1_000)
  expect(lines).toHaveLength(3)
  getReady()
  pass(5_000)
  expect(live.status()).toBe('ready')
})

it('S4 a server that gets ready but cannot serve is tried again after growing waits', () => {
  const { live, lines, line, pass, getReady, receive } = world()
  const { you: _, ...served } = aSession()
  live.start()
  const waitsFor = (code: number, waitMs: number, serve = () => {}) => {
    getReady()
    serve()
    line().events.closed(code)
    const before = lines.length
    pass(waitMs - 1)
    expect(lines).toHaveLength(before)
    pass(1)
    expect(lines).toHaveLength(before + 1)
  }
  for (const waitMs of [500, 1_000, 2_000, 4_000]) waitsFor(liveClose.tryAgainLater, waitMs)
  waitsFor(1006, 500)
  waitsFor(liveClose.tryAgainLater, 1_000)
  waitsFor(liveClose.tryAgainLater, 500, () => receive({ type: 'session', ssid: SSID, session: served }))
})

it('S4 a network that comes back ends the wait', () => {
  const { live, line, lines } = world()
  live.start()
  line().events.closed(1006)
  live.reconnectNow()
  expect(lines).toHaveLength(2)
})

it('S4 ignores the events of an abandoned socket', () => {
  const { live, lines, received, getReady, pass } = world()
  live.start()
  const first = lines[0]
  first?.events.closed(1006)
  pass(500)
  getReady()
  first?.events.message(JSON.stringify({ type: 'changed', what: 'invites' }))
  first?.events.closed(1006)
  expect(received).not.toContainEqual({ type: 'changed', what: 'invites' })
  expect(live.status()).toBe('ready')
})

it('P7 sends probes in pairs and passes the answers to the clock', () => {
  const { live, line, clock, getReady, receive, pass, now } = world()
  live.start()
  getReady()
  const sentMs = now()
  pass(20)
  const probes = () => line().sent.filter((sent) => JSON.stringify(sent).includes('clock'))
  expect(probes()).toHaveLength(1)
  receive({ type: 'clock', sentMs, nowTime: 5_000_000 })
  expect(clock.now()).toBeCloseTo(5_000_010.5, 5)
  expect(clock.errorMs()).toBeCloseTo(11.5, 2)
  pass(10)
  expect(probes()).toHaveLength(2)
})

it('E1 ignores a message that this app does not know', () => {
  const { live, line, received, getReady } = world()
  live.start()
  getReady()
  line().events.message('no json')
  line().events.message('{"type":"tomorrow"}')
  expect(received).toEqual([{ type: 'ready' }])
})

const probesIn = (sent: readonly unknown[]) => sent.filter((each) => JSON.stringify(each).includes('"clock"'))

it('M10 after a sleep the time is measured at once, and a connection that answers stays', () => {
  const { live, line, lines, getReady, receive, pass, now } = world()
  live.start()
  getReady()
  for (let step = 0; step < 300; step += 1) {
    pass(100)
    receive({ type: 'clock', sentMs: now(), nowTime: 5_000_000 + now() })
  }
  const before = probesIn(line().sent).length
  live.resume()
  pass(160)
  expect(probesIn(line().sent).length - before).toBe(8)
  receive({ type: 'clock', sentMs: now(), nowTime: 5_000_000 + now() })
  pass(5_000)
  expect(lines).toHaveLength(1)
})

it('M10 after a sleep a connection that does not answer is replaced after 1.2 s, without a further wait', () => {
  const { live, lines, getReady, pass } = world()
  live.start()
  getReady()
  pass(2_000)
  live.resume()
  pass(1_199)
  expect(lines).toHaveLength(1)
  pass(1)
  expect(lines).toHaveLength(2)
  expect(lines[0]?.open).toBe(false)
})

it('M10 after a sleep a connection that was being opened gets three more seconds', () => {
  const { live, lines, getReady, pass } = world()
  live.start()
  live.resume()
  pass(2_999)
  expect(lines).toHaveLength(1)
  pass(1)
  expect(lines).toHaveLength(2)
  getReady()
  pass(3_000)
  expect(lines).toHaveLength(2)
})

it('M10 a client that waits before its next attempt connects at once after a sleep', () => {
  const { live, line, lines } = world()
  live.start()
  line().events.closed(1006)
  live.resume()
  expect(lines).toHaveLength(2)
})

it('A1 a token that is refused after another login is replaced by the new one', () => {
  const login = { token: 'older' }
  const { live, line, lines, pass } = world(login)
  live.start()
  login.token = 'newer'
  line().events.closed(liveClose.unauthenticated)
  pass(10_000)
  expect(live.status()).not.toBe('refused')
  expect(lines).toHaveLength(2)
})
