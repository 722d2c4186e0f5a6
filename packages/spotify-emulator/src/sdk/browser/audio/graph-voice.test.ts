import { afterEach, expect, it, vi } from 'vitest'
import { GraphVoice } from './graph-voice.js'

const durationSec = 60

/** A fake node of the audio graph, without effects. */
class Node {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, cancelScheduledValues() {} }
  connect = (to: Node) => to
  disconnect() {}
  start() {}
  stop() {}
}

/**
 * Plays a song on a fake graph without latency. The test advances the time of the graph and can break the network.
 */
function playing() {
  const rates: number[] = []
  class Source extends Node {
    constructor(_context: unknown, { playbackRate }: { playbackRate: number }) {
      super()
      rates.push(playbackRate)
    }
  }
  vi.stubGlobal('AudioBufferSourceNode', Source)
  vi.stubGlobal('GainNode', Node)
  const context = { currentTime: 0 }
  /** The simulated network. One piece loads in `secondsEach` seconds, and parallel loads share the bandwidth. */
  const net = { isUp: true, loads: 0, secondsEach: 0, mostAtOnce: 0, decoded: new Set<number>() }
  const coming = new Map<number, { left: number; arrive: () => void; arriving: Promise<object> }>()
  const pieces = new Map<number, object>()
  const events: string[] = []
  const record = (what: string) => () => void events.push(what)
  const song = {
    durationSec,
    loadedPiece: (index: number) => pieces.get(index),
    isLoaded: (index: number) => pieces.has(index),
    piece(index: number) {
      net.decoded.add(index)
      return song.load(index)
    },
    async load(index: number) {
      net.loads += 1
      if (!net.isUp) throw new Error('away')
      const known = coming.get(index)
      if (known) return known.arriving
      const { promise, resolve } = Promise.withResolvers<object>()
      const arrive = () => {
        coming.delete(index)
        pieces.set(index, {})
        resolve({})
      }
      coming.set(index, { left: net.secondsEach, arrive, arriving: promise })
      net.mostAtOnce = Math.max(net.mostAtOnce, coming.size)
      if (net.secondsEach === 0) arrive()
      return promise
    },
  }
  function carry(sec: number): void {
    const sharing = [...coming.values()]
    for (const piece of sharing) {
      piece.left -= sec / sharing.length
      if (piece.left <= 0) piece.arrive()
    }
  }
  /** The simulated change of the output latency, in milliseconds. */
  const drift = { ms: 0 }
  /** The number of milliseconds by which the target position is ahead of the page's clock. */
  const target = { shiftMs: 0 }
  const clock = {
    isReady: true,
    withinMs: 1,
    audibleAtMs: (sec: number) => sec * 1000 + drift.ms,
    graphSec: (pageMs: number) => pageMs / 1000,
  }
  const voice = new GraphVoice(
    { context, output: new Node(), clock } as never,
    song as never,
    (pageMs: number) => pageMs + target.shiftMs,
    {
      sounding: record('sounding'),
      waiting: record('waiting'),
      ended: record('ended'),
      paused: record('paused'),
      blocked: record('blocked'),
      failed: record('failed'),
    },
  )
  /** Advances the graph's time, and updates the voice ten times a second. */
  async function pass(sec: number) {
    for (const untilSec = context.currentTime + sec; context.currentTime < untilSec - 0.001; ) {
      context.currentTime += 0.1
      carry(0.1)
      voice.update()
      for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
    }
  }
  /** Returns how far the sound is behind its target, in milliseconds. */
  function behindMs(): number {
    const now = voice.audiblePosition()
    if (!now) throw new Error('nothing is heard')
    return now.atMs + target.shiftMs - now.positionMs
  }
  return { context, voice, net, pieces, events, pass, drift, target, behindMs, rates: () => rates.splice(0) }
}

afterEach(() => vi.unstubAllGlobals())

it('plays the loaded pieces when the network breaks, and continues without a gap when it is back', async () => {
  const { voice, net, events, pass } = playing()
  voice.play()
  await pass(3)
  expect(events).toEqual(['sounding'])
  net.isUp = false
  await pass(15)
  net.isUp = true
  await pass(20)
  expect(events).toEqual(['sounding'])
})

it('reports a failure when no loaded piece is left', async () => {
  const { voice, net, events, pass } = playing()
  voice.play()
  await pass(3)
  net.isUp = false
  await pass(30)
  expect(events.slice(0, 3)).toEqual(['sounding', 'waiting', 'failed'])
})

it('retries failed pieces with growing waits', async () => {
  const { voice, net, pass } = playing()
  voice.play()
  await pass(3)
  net.isUp = false
  net.loads = 0
  await pass(10)
  expect(net.loads).toBeGreaterThan(3)
  expect(net.loads).toBeLessThanOrEqual(8)
})

it('loads each piece once and few at a time on a slow network, and plays what is just in time', async () => {
  const { voice, net, events, pass } = playing()
  net.secondsEach = 0.8
  voice.play()
  await pass(30)
  expect(net.loads).toBeLessThanOrEqual(40)
  expect(net.mostAtOnce).toBeLessThanOrEqual(3)
  const startedAfter = events.length
  await pass(20)
  expect(events.at(-1)).toBe('sounding')
  expect(events).toHaveLength(startedAfter)
})

it('loads the piece that plays now before others, on a slow network', async () => {
  const { voice, net, events, pass } = playing()
  net.secondsEach = 0.3
  voice.play()
  await pass(0.2)
  expect(net.mostAtOnce).toBe(1)
  await pass(0.3)
  expect(events).toEqual(['sounding'])
  await pass(10)
  expect(events).toEqual(['sounding'])
  expect(net.mostAtOnce).toBeGreaterThan(1)
})

it('loads no more pieces of a song that has stopped, even if it waited for one', async () => {
  const { voice, net, pass } = playing()
  net.secondsEach = 3
  voice.play()
  await pass(5)
  voice.stopAt(6000)
  await pass(2)
  net.loads = 0
  await pass(20)
  expect(voice.isOn).toBe(false)
  expect(net.loads).toBe(0)
})

it('ends at the end of the song, even if the last pieces failed', async () => {
  const { voice, net, events, pass } = playing()
  voice.play()
  await pass(35)
  net.isUp = false
  await pass(30)
  expect(events.at(-1)).toBe('ended')
  expect(voice.isOn).toBe(false)
})

it.each([2, -2])('corrects %d ms of drift by a change of rate, without a jump', async (ms) => {
  const { voice, pass, drift, behindMs, rates } = playing()
  voice.play()
  await pass(5)
  drift.ms = ms
  expect(behindMs()).toBeCloseTo(ms)
  rates()
  await pass(10)
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
  const corrections = rates().filter((rate) => rate !== 1)
  expect(corrections.length).toBeGreaterThan(0)
  for (const rate of corrections) {
    expect(Math.sign(rate - 1)).toBe(Math.sign(ms))
    expect(Math.abs(rate - 1)).toBeLessThanOrEqual(0.004)
  }
})

it.each([500, -500, 20])('Y2 moves by %d ms at once and without a gap', async (ms) => {
  const { context, voice, events, pass, drift, behindMs } = playing()
  voice.play()
  await pass(5)
  drift.ms = ms
  voice.align()
  for (let step = 0; step < 100; step += 1) {
    context.currentTime += 0.001
    expect(voice.audiblePosition()).not.toBeNull()
  }
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
  await pass(2)
  expect(events).toEqual(['sounding'])
})

it('changes the rate by at most 0.4 percent', async () => {
  const { voice, pass, drift, rates } = playing()
  voice.play()
  await pass(5)
  rates()
  // 5.9 ms is nearly the largest difference that is corrected without a crossfade.
  drift.ms = 5.9
  await pass(10)
  expect(Math.max(...rates())).toBeCloseTo(1.004, 6)
})

it.each([3, -3])('a change of the clock by %d ms is corrected from the next piece on', async (ms) => {
  const { voice, pass, drift, behindMs } = playing()
  voice.play()
  await pass(5.5)
  drift.ms = ms
  await pass(2)
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
})

it('an unsteady clock changes the schedule at most once for each piece', async () => {
  const { voice, pass, drift, rates } = playing()
  voice.play()
  await pass(5)
  rates()
  for (let step = 0; step < 10; step += 1) {
    drift.ms = step % 2 === 0 ? 3 : 0
    await pass(0.1)
  }
  // At most the pieces of the next 2.5 seconds are scheduled, each at most three times.
  expect(rates().length).toBeLessThanOrEqual(9)
})

it('P10 a song that waits for its start gets a new start when the clock changes', async () => {
  const { voice, pass, drift, behindMs, target } = playing()
  target.shiftMs = -2_000
  voice.play()
  await pass(0.5)
  drift.ms = 5
  await pass(1.8)
  expect(Math.abs(behindMs())).toBeLessThan(0.3)
})

it('a piece that has left the cache plays as it was scheduled', async () => {
  const { voice, net, pieces, events, pass, drift } = playing()
  voice.play()
  await pass(5.5)
  net.isUp = false
  pieces.clear()
  drift.ms = 3
  await pass(1.5)
  expect(events).toEqual(['sounding'])
})

it('M10 starts at once when a wrong clock has set the start a minute too late', async () => {
  const { voice, events, pass, drift, behindMs } = playing()
  drift.ms = -60_000
  voice.play()
  await pass(0.5)
  expect(events).toEqual([])
  drift.ms = 0
  await pass(0.5)
  expect(events).toEqual(['sounding'])
  expect(Math.abs(behindMs())).toBeLessThan(1)
})

it('B16 decodes no more seconds than are in memory, so that none is decoded again', async () => {
  const { context, voice, net, pass } = playing()
  voice.play()
  for (const seconds of [3, 10]) {
    await pass(seconds)
    // 8 decoded pieces are in memory: the one that plays, and 7 after it.
    expect(Math.max(...net.decoded) - Math.floor(context.currentTime)).toBeLessThan(8)
  }
  expect(net.loads).toBeGreaterThan(30)
})
