import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ClipPlayer } from './clip-player.js'

/** The sounds that the graph played: when each one starts in seconds of the graph's time, and its gain. */
const played: { startSec: number; gain: number }[] = []
const ends: (() => void)[] = []

class Source extends EventTarget {
  connect = (volume: Volume) => {
    this.volume = volume
    return volume
  }
  volume: Volume | null = null
  start(startSec: number) {
    played.push({ startSec, gain: this.volume?.gain ?? 0 })
    ends.push(() => this.dispatchEvent(new Event('ended')))
  }
  stop() {
    this.dispatchEvent(new Event('ended'))
  }
}

class Volume {
  gain
  constructor(_context: unknown, { gain }: { gain: number }) {
    this.gain = gain
  }
  connect() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('AudioBufferSourceNode', Source)
  vi.stubGlobal('GainNode', Volume)
  played.length = 0
  ends.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * A fake graph whose sound is audible 30 ms after its time, until a test changes `output.delaySec`. The graph's time
 * equals the page's time.
 */
function openGraph({ runs = true } = {}) {
  const output = { delaySec: 0.03 }
  const graph = {
    isOpen: true,
    suspends: 0,
    run: async () => runs,
    observe() {},
    suspendSoon() {
      graph.suspends += 1
    },
    open: () => ({
      context: {
        get currentTime() {
          return performance.now() / 1000
        },
        createBuffer: () => ({ copyToChannel() {} }),
      },
      clock: { isReady: true, graphSec: (pageMs: number) => pageMs / 1000 - output.delaySec },
    }),
  }
  const song = { isOn: false }
  return { graph, song, output, clips: new ClipPlayer(graph as never, () => song.isOn) }
}

const clip = (atMs: number) => ({ samples: new Float32Array(10), sampleRate: 48_000, atMs, gain: 0.2 })

it('Y4 a clip is heard at its time, however long before it was given', async () => {
  const { clips, graph } = openGraph()
  const startMs = performance.now()
  const first = clips.play(clip(startMs + 100))
  const second = clips.play(clip(startMs + 5_000))
  expect(await first).toBe(true)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(played).toHaveLength(1)
  expect(clips.isBusy).toBe(true)
  await vi.advanceTimersByTimeAsync(700)
  expect(await second).toBe(true)
  expect(played[0]).toEqual({ startSec: (startMs + 70) / 1000, gain: 0.2 })
  expect(played[1]?.startSec).toBeCloseTo((startMs + 4_970) / 1000, 6)
  for (const end of ends) end()
  await vi.advanceTimersByTimeAsync(50)
  expect(clips.isBusy).toBe(false)
  expect(graph.suspends).toBe(1)
})

/** Plays a schedule with one chirp each second. The delay of the output differs before each chirp. */
async function playSchedule({ clips, output }: ReturnType<typeof openGraph>, delaysSec: readonly number[]) {
  const startMs = performance.now()
  const chirps = delaysSec.map((_, second) => clips.play(clip(startMs + 1_000 + second * 1_000)))
  for (const delaySec of delaysSec) {
    output.delaySec = delaySec
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(await Promise.all(chirps)).toEqual(delaysSec.map(() => true))
  const starts = played.splice(0).map(({ startSec }) => startSec)
  return starts.map(
    (startSec, second) => Math.round((startMs / 1_000 + 1 + second - startSec) * 1_000) / 1_000,
  )
}

it('Y6 the chirps of one schedule use one delay of the output, although the readings of the delay vary', async () => {
  const graph = openGraph()
  expect(await playSchedule(graph, [0.03, 0.026, 0.033, 0.037])).toEqual([0.03, 0.03, 0.03, 0.03])
  expect(await playSchedule(graph, [0.033, 0.03])).toEqual([0.033, 0.033])
})

it('Y6 after a change of the output, the next chirps use its new delay', async () => {
  expect(await playSchedule(openGraph(), [0.03, 0.033, 0.05, 0.048])).toEqual([0.03, 0.03, 0.05, 0.05])
})

it('Y4 the graph is not suspended after a clip while a song plays', async () => {
  const { clips, graph, song } = openGraph()
  song.isOn = true
  await clips.play(clip(performance.now() + 100))
  for (const end of ends) end()
  await vi.advanceTimersByTimeAsync(50)
  expect(graph.suspends).toBe(0)
})

it('Y4 a clip is not played late, without permission, after it was removed, or without a player', async () => {
  const { clips, graph } = openGraph()
  expect(await clips.play(clip(performance.now() - 1))).toBe(false)
  expect(await openGraph({ runs: false }).clips.play(clip(performance.now() + 100))).toBe(false)
  const removed = clips.play(clip(performance.now() + 1_000))
  await Promise.resolve()
  clips.clear()
  expect(await removed).toBe(false)
  const closed = clips.play(clip(performance.now() + 1_000))
  await Promise.resolve()
  graph.isOpen = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await closed).toBe(false)
  expect([played, clips.isBusy]).toEqual([[], false])
})
