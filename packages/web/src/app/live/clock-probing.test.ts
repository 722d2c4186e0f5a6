import { describe, expect, it } from 'vitest'
import { startProbing } from './clock-probing.ts'
import { createServerClock } from './server-clock.ts'

const EPOCH = 1_790_000_000_000

/**
 * Creates a connection to a simulated server. The server answers after the round-trip time, or never if the time is
 * null. The test moves the clock of the connection.
 */
function path(roundTripMs: () => number | null) {
  let nowMs = 0
  const timers: { at: number; run: () => void }[] = []
  const after = (delayMs: number, run: () => void) => {
    const timer = { at: nowMs + delayMs, run }
    timers.push(timer)
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
  }
  const clock = createServerClock({ monotonicMs: () => nowMs, dateMs: () => nowMs, jumped: () => undefined })
  const asked: number[] = []
  let silences = 0
  /** Opens a connection, also in place of a lost one. */
  const connect = () => {
    const probing = startProbing({
      clock,
      monotonicMs: () => nowMs,
      after,
      ask(sentMs) {
        asked.push(sentMs)
        const tookMs = roundTripMs()
        if (tookMs !== null)
          after(tookMs, () => probing.answered(sentMs, Math.floor(EPOCH + sentMs + tookMs / 2)))
      },
      timedOut: () => (silences += 1),
    })
    return probing
  }
  const probing = connect()
  async function pass(ms: number): Promise<void> {
    const end = nowMs + ms
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers.splice(timers.indexOf(due), 1)
      nowMs = due.at
      due.run()
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
    nowMs = end
  }
  return { clock, connect, probing, asked, pass, silences: () => silences, now: () => nowMs }
}

describe('clock probes', () => {
  it('P7 ask often at first, then every ten seconds', async () => {
    const { asked, pass } = path(() => 20)
    await pass(1_000)
    expect(asked).toHaveLength(16)
    await pass(60_000)
    const before = asked.length
    await pass(20_000)
    expect(asked.length - before).toBe(4)
  })

  it('P7 an unsteady path gives a better estimate than any single round trip', async () => {
    let turn = 0
    const { clock, pass, now } = path(() => 80 + ((turn++ * 37) % 80))
    await pass(10_000)
    expect(Math.abs((clock.now() ?? 0) - EPOCH - now())).toBeLessThan(2)
    expect(clock.errorMs()).toBeLessThan(43)
  })

  it('P7 a measurement on demand takes at most half a second', async () => {
    const { probing, asked, pass } = path(() => 200)
    await pass(5_000)
    const before = asked.length
    let measured: boolean | null = null
    void probing.measure().then((done) => (measured = done))
    await pass(400)
    expect(measured).toBe(true)
    expect(asked.length - before).toBeGreaterThanOrEqual(8)
  })

  it('P7 without an answer the measurement fails and the connection counts as broken', async () => {
    const { probing, pass, silences } = path(() => null)
    let measured: boolean | null = null
    void probing.measure().then((done) => (measured = done))
    await pass(400)
    expect(measured).toBe(false)
    await pass(6_000)
    expect(silences()).toBe(1)
  })

  it('P7 a lost connection gets no more probes, even during a measurement', async () => {
    const { probing, asked, pass, silences } = path(() => 20)
    await pass(5_100)
    void probing.measure()
    await pass(50)
    probing.stop()
    const before = asked.length
    await pass(10_000)
    expect(asked.length).toBe(before)
    expect(silences()).toBe(0)
  })

  it('P7 ask in pairs: eight within a second, 53 a second apart, then one every ten seconds', async () => {
    const { asked, pass } = path(() => 20)
    await pass(74_000)
    const pairs = [
      ...Array.from({ length: 8 }, (_, pair) => pair * 120),
      ...Array.from({ length: 53 }, (_, pair) => 1_840 + pair * 1_000),
      63_840,
      73_840,
    ]
    expect(asked).toEqual(pairs.flatMap((atMs) => [atMs, atMs + 30]))
  })

  it('P7 after a lost connection, ask often for a second only, because the earlier answers still count', async () => {
    const { asked, connect, pass, probing } = path(() => 20)
    await pass(70_000)
    probing.stop()
    const before = asked.length
    connect()
    await pass(10_000)
    expect(asked.length - before).toBe(16)
  })

  it('P7 ask every five seconds on an unsteady path, and every second after the server was set', async () => {
    let offsetMs = 0
    const { asked, pass, clock, probing, now } = path(() => 80)
    await pass(63_000)
    const before = asked.length
    await pass(10_000)
    expect(asked.length - before).toBe(4)
    offsetMs = 1_000
    clock.addProbe({ sentMs: now(), receivedMs: now() + 1, serverMs: EPOCH + now() + offsetMs })
    expect(clock.needsProbes()).toBe(true)
    await pass(5_000)
    const soon = asked.length
    await pass(3_000)
    expect(asked.length - soon).toBe(6)
    probing.stop()
  })

  it('P7 one answer in time is enough for a measurement, but not an answer to an earlier probe', async () => {
    let answers = 0
    const { probing, pass } = path(() => (answers-- > 0 ? 20 : null))
    const measured: boolean[] = []
    await pass(5_000)
    answers = 1
    void probing.measure().then((done) => measured.push(done))
    await pass(399)
    expect(measured).toEqual([])
    await pass(1)
    expect(measured).toEqual([true])
    void probing.measure().then((done) => measured.push(done))
    probing.answered(0, EPOCH)
    await pass(400)
    expect(measured).toEqual([true, false])
  })

  it('P7 a measurement ends as soon as all eight probes are answered', async () => {
    const { probing, asked, pass } = path(() => 20)
    await pass(60_000)
    let measured = false
    void probing.measure().then((done) => (measured = done))
    const before = asked.length
    await pass(169)
    expect(measured).toBe(false)
    await pass(1)
    expect(measured).toBe(true)
    expect(asked.slice(before)).toEqual([0, 30, 40, 70, 80, 110, 120, 150].map((ms) => 60_000 + ms))
  })

  it('P7 the timeout counts from the first probe without an answer', async () => {
    let roundTripMs: number | null = 20
    const { pass, silences } = path(() => roundTripMs)
    await pass(10_000)
    roundTripMs = null
    await pass(840 + 6_000 - 1)
    expect(silences()).toBe(0)
    await pass(1)
    expect(silences()).toBe(1)
  })

  it('M10 a check asks at once, and reports a silent connection after 1.2 s instead of 6 s', async () => {
    let roundTripMs: number | null = 20
    const { probing, asked, pass, silences } = path(() => roundTripMs)
    await pass(60_000)
    const before = asked.length
    let silent = 0
    probing.check(() => (silent += 1))
    await pass(1_200)
    expect(asked.length - before).toBe(8)
    expect(silent).toBe(0)
    roundTripMs = null
    probing.check(() => (silent += 1))
    await pass(1_199)
    expect(silent).toBe(0)
    await pass(1)
    expect(silent).toBe(1)
    expect(silences()).toBe(0)
  })
})
