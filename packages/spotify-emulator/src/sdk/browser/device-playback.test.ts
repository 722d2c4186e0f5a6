import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DevicePlayback } from './device-playback.js'

const realTimeout = setTimeout
const rate = 8000
const songSec = 60
const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]

/** A mono WAV file of 8 bits. All its samples are the number of the song. */
const wavOf = (song: number) =>
  Uint8Array.from([
    ...[...text('RIFF'), ...uint32(0), ...text('WAVEfmt '), ...uint32(16), 1, 0, 1, 0],
    ...[...uint32(rate), ...uint32(rate), 1, 0, 8, 0, ...text('data'), ...uint32(rate * songSec)],
    ...Array.from({ length: rate * songSec }, () => song),
  ])
const files: Readonly<Record<string, Uint8Array>> = { '/1.wav': wavOf(1), '/2.wav': wavOf(2) }

/** The pieces on the graph: which song they are, and when they play, in seconds of the page. */
const sources: { song: number; fromSec: number; untilSec: number }[] = []
const nowSec = () => performance.now() / 1000
/** The song that plays at a moment. Null when there is silence. */
const songAt = (sec: number) =>
  sources.findLast(({ fromSec, untilSec }) => sec >= fromSec && sec < untilSec)?.song ?? null

class Node {
  gain = { value: 1, setValueAtTime() {}, linearRampToValueAtTime() {}, cancelScheduledValues() {} }
  connect = (to: Node) => to
  disconnect() {}
}
class Source extends Node {
  #played
  constructor(_context: unknown, { buffer }: { buffer: { song: number } }) {
    super()
    this.#played = { song: buffer.song, fromSec: 0, untilSec: 0 }
    sources.push(this.#played)
  }
  start(sec: number) {
    this.#played.fromSec = sec
  }
  stop(sec = nowSec()) {
    this.#played.untilSec = sec
  }
}
let hasOutput = true
let context: Context | null = null
class Context extends EventTarget {
  constructor() {
    super()
    // oxlint-disable-next-line typescript/no-this-alias -- the test unplugs the output of the newest graph
    context = this
  }
  destination = new Node()
  state = 'running'
  sampleRate = rate
  baseLatency = 0
  get currentTime() {
    return nowSec()
  }
  resume = async () => {
    if (this.state === 'running') return
    if (hasOutput) this.become('running')
    else this.dispatchEvent(new Event('error'))
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  /** The output is unplugged, and the browser stops the graph. */
  unplug() {
    this.dispatchEvent(new Event('error'))
    this.become('suspended')
  }
  suspend = () => Promise.resolve()
  close = () => Promise.resolve()
  decodeAudioData = (file: ArrayBuffer) => Promise.resolve({ song: new Uint8Array(file)[44] })
}

/** When requests for sound were made, in milliseconds of the page. They fail while `isOut`. */
let requestsMs: number[] = []
let isOut = false

async function provide(url: string, { headers }: { headers: Record<string, string> }) {
  requestsMs.push(performance.now())
  if (isOut) throw new TypeError('Failed to fetch')
  const [, from, last] = /(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
  const bytes = files[url]?.slice(Number(from), Number(last) + 1) ?? new Uint8Array()
  return { status: 206, arrayBuffer: () => Promise.resolve(bytes.buffer) }
}

const track = (id: string) => ({ id, linked_from: { id: null }, duration_ms: songSec * 1000 })
const commandOf = (id: string) => ({
  ...{ type: 'load' as const, playbackId: `playback-${id}`, positionMs: 0, playing: true },
  streamUrl: `/${id}.wav`,
  window: { current: track(id), previous: [], next: [] } as never,
})

let playback: DevicePlayback
let sent: object[] = []
let events: string[] = []
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('AudioBufferSourceNode', Source)
  vi.stubGlobal('GainNode', Node)
  vi.stubGlobal('fetch', provide)
  sent = []
  events = []
  playback = new DevicePlayback({
    ...{ silenceUrl: '/sdk/silence.wav', mediaSession: false },
    emit: (event) => void events.push(event),
    send: (message) => void sent.push(message),
    streamUrl: (id) => Promise.resolve(isOut ? null : `/${id}.wav`),
  })
  requestsMs = []
  isOut = false
})
afterEach(() => {
  playback.deactivate()
  playback.audio.remove()
  sources.length = 0
  hasOutput = true
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function pass(ms: number) {
  for (let passedMs = 0; passedMs < ms; passedMs += 50) await vi.advanceTimersByTimeAsync(50)
}
/** Lets the clock run until something is done, because modules are loaded outside of it. */
async function finished(work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => (isDone = true))
  while (!isDone) {
    await new Promise((resolve) => realTimeout(resolve))
    await pass(50)
  }
}

/** Lets the clock run until a song plays. */
async function untilSound() {
  while (songAt(nowSec()) === null) await finished(pass(50))
}

/** Plays the first song, and sets the time of the second one. @returns this time in seconds */
async function playFirst(secondInMs: number) {
  await pass(100)
  playback.audio.unlock()
  for (const id of ['1', '2']) await finished(playback.audio.preload(id, () => Promise.resolve(`/${id}.wav`)))
  playback.audio.keepTime('1', { positionMs: 0, atMs: performance.now() })
  playback.load(commandOf('1'), '/1.wav')
  await pass(500)
  expect(songAt(nowSec())).toBe(1)
  const atMs = performance.now() + secondInMs
  playback.audio.keepTime('2', { positionMs: 0, atMs })
  return atMs / 1000
}
const begin = () => playback.begin('2', () => Promise.resolve('/2.wav'))
/** The songs from one second before a moment until one second after it. */
const around = (sec: number) =>
  Array.from({ length: 40 }, (_, index) => songAt(sec - 0.99 + index * 0.05)).filter(
    (song, index, all) => song !== all[index - 1],
  )

it('M11 reports a lost output, and continues in sync by itself when there is one again', async () => {
  await playFirst(60_000)
  const startMs = performance.now() - (playback.audio.heard?.positionMs ?? 0)
  hasOutput = false
  context?.unplug()
  await pass(3000)
  expect(events).toContain('playback_error')
  expect(events).not.toContain('autoplay_failed')
  expect([songAt(nowSec()), playback.state()?.paused]).toEqual([null, true])
  hasOutput = true
  await pass(1500)
  expect([songAt(nowSec()), playback.state()?.paused]).toEqual([1, false])
  const { positionMs, atMs } = playback.audio.heard ?? { positionMs: 0, atMs: 0 }
  expect(Math.abs(atMs - positionMs - startMs)).toBeLessThan(50)
})

it('M11 stays silent if the person has pressed stop without an output', async () => {
  await playFirst(60_000)
  hasOutput = false
  context?.unplug()
  await pass(500)
  playback.pause()
  hasOutput = true
  await pass(3000)
  expect(songAt(nowSec())).toBeNull()
})

it('P10 starts the announced song at its time while the command of the provider is late', async () => {
  const atSec = await playFirst(1500)
  expect(begin()).toBe(true)
  await pass(4500)
  expect(around(atSec)).toEqual([1, 2])
  expect(playback.state()).toBeNull()
  const { length } = sources
  playback.load(commandOf('2'), '/2.wav')
  expect(playback.audio.heard?.positionMs).toBeGreaterThan(2900)
  expect(sources).toHaveLength(length)
})

it('P10 lets the earlier song play to its end if the command comes before the start', async () => {
  const atSec = await playFirst(1500)
  begin()
  playback.load(commandOf('2'), '/2.wav')
  await pass(500)
  playback.load(commandOf('2'), '/2.wav')
  await pass(3000)
  expect(around(atSec)).toEqual([1, 2])
})

it('P10 reports nothing of the earlier song as soon as the next one is due', async () => {
  await playFirst(1500)
  begin()
  sent = []
  await pass(9000)
  expect(sent).toEqual([])
  playback.load(commandOf('2'), '/2.wav')
  playback.report()
  expect(sent).toContainEqual(expect.objectContaining({ type: 'report', trackId: '2' }))
  expect(sent).not.toContainEqual(expect.objectContaining({ trackId: '1' }))
})

it('P10 starts the announced song after a pause too, and starts no song that is loaded', async () => {
  const atSec = await playFirst(1500)
  playback.pause()
  await pass(500)
  expect(songAt(nowSec())).toBeNull()
  expect(begin()).toBe(true)
  await pass(2000)
  expect(around(atSec)).toEqual([null, 2])
  playback.load(commandOf('2'), '/2.wav')
  expect(begin()).toBe(false)
})

it('P8 B17 during an outage the requests become rare, and the song is loaded at once after it', async () => {
  await playFirst(100_000)
  await pass(3_000)
  isOut = true
  requestsMs = []
  await pass(30_000)
  expect(songAt(nowSec())).toBeNull()
  expect(requestsMs.length).toBeLessThan(13)
  isOut = false
  requestsMs = []
  playback.reconnected()
  await pass(50)
  expect(requestsMs).toHaveLength(1)
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

it('P8 B17 without a new connection the song is loaded again within a few seconds too', async () => {
  await playFirst(100_000)
  await pass(3_000)
  isOut = true
  await pass(30_000)
  isOut = false
  requestsMs = []
  await pass(4_500)
  expect(requestsMs.length).toBeGreaterThan(0)
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})
