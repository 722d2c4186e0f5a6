import { expect, vi } from 'vitest'
import { DevicePlayback } from '../device-playback.js'

/** The state of the fake page, which every test resets. */
export const page = {
  playback: playbackOf(),
  /** The messages that the player sent to the provider. */
  sent: [] as object[],
  events: [] as string[],
  /** The messages of the playback errors. */
  messages: [] as string[],
  hasOutput: true,
  /** The audio context that was created last. */
  context: null as Context | null,
  /**
   * The times of the requests for sound, in milliseconds of the page's clock. Requests fail while `isOut` is true.
   */
  requestsMs: [] as number[],
  isOut: false,
  /** Whether the provider gives the addresses of songs while `isOut` is true. */
  hasAddresses: false,
  /** Returns the error of the decoder. Null if it decodes. */
  decodingFault: null as (() => Error | null) | null,
  /** The number of requests for the address of a song. */
  asked: 0,
  /** How long the device has slept, in seconds. The time of the graph does not advance during a sleep. */
  sleptSec: 0,
}

const rate = 8000
const songSec = 60
const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]

/** Creates a mono WAV file of 8 bits. Each sample has the number of the song as its value. */
const wavOf = (song: number) =>
  Uint8Array.from([
    ...[...text('RIFF'), ...uint32(0), ...text('WAVEfmt '), ...uint32(16), 1, 0, 1, 0],
    ...[...uint32(rate), ...uint32(rate), 1, 0, 8, 0, ...text('data'), ...uint32(rate * songSec)],
    ...Array.from({ length: rate * songSec }, () => song),
  ])
const files: Readonly<Record<string, Uint8Array>> = { '/1.wav': wavOf(1), '/2.wav': wavOf(2) }

/** The pieces on the graph. `song` is the number of the song, and the times are seconds of the graph's clock. */
export const sources: { song: number; fromSec: number; untilSec: number }[] = []
export const nowSec = () => performance.now() / 1000
/** Returns the number of the song that plays at `sec` of the page's clock. Null if there is silence. */
export const songAt = (sec: number) =>
  sources.findLast(({ fromSec, untilSec }) => sec >= fromSec && sec < untilSec)?.song ?? null

/** The time of the graph in seconds. It is the page's time without the sleeps. */
const graphSec = () => nowSec() - page.sleptSec
/** Returns the numbers of all songs that sound now. */
export const songsNow = () =>
  sources
    .filter(({ fromSec, untilSec }) => graphSec() >= fromSec && graphSec() < untilSec)
    .map(({ song }) => song)

/** Lets the device sleep: the page's clock advances, and neither the graph nor a timer runs. */
export function sleep(sec: number) {
  const awakeNow = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => awakeNow() + sec * 1000)
  page.sleptSec += sec
}

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
  stop(sec = graphSec()) {
    this.#played.untilSec = sec
  }
}
class Context extends EventTarget {
  constructor() {
    super()
    // oxlint-disable-next-line typescript/no-this-alias -- the test unplugs the output of the newest graph
    page.context = this
  }
  destination = new Node()
  state = 'running'
  sampleRate = rate
  baseLatency = 0
  get currentTime() {
    return graphSec()
  }
  resume = async () => {
    if (this.state === 'running') return
    if (page.hasOutput) this.become('running')
    else this.dispatchEvent(new Event('error'))
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  /** Simulates that the output is unplugged and the browser stops the graph. */
  unplug() {
    this.dispatchEvent(new Event('error'))
    this.become('suspended')
  }
  suspend = () => Promise.resolve()
  close = () => Promise.resolve()
  decodeAudioData = async (file: ArrayBuffer) => {
    const fault = page.decodingFault?.() ?? null
    if (fault !== null) throw fault
    return { song: new Uint8Array(file)[44] }
  }
}

async function provide(url: string, { headers }: { headers: Record<string, string> }) {
  page.requestsMs.push(performance.now())
  if (page.isOut) throw new TypeError('Failed to fetch')
  // The provider does not have the module of compressed files.
  if (url.endsWith('/song.js')) return { status: 404 }
  const [, from, last] = /(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
  const bytes = files[url]?.slice(Number(from), Number(last) + 1) ?? new Uint8Array()
  return { status: 206, headers: new Headers(), arrayBuffer: () => Promise.resolve(bytes.buffer) }
}

const track = (id: string, durationMs: number) => ({ id, linked_from: { id: null }, duration_ms: durationMs })
export const commandOf = (id: string, durationMs = songSec * 1000) => ({
  ...{ type: 'load' as const, playbackId: `playback-${id}`, positionMs: 0, playing: true },
  streamUrl: `/${id}.wav`,
  window: { current: track(id, durationMs), previous: [], next: [] } as never,
})

/** Creates a player. `page` records its messages and events. */
export function playbackOf(): DevicePlayback {
  return new DevicePlayback({
    ...{ silenceUrl: '/sdk/silence.wav', mediaSession: false },
    emit: (event, payload) => {
      page.events.push(event)
      if (event === 'playback_error') page.messages.push((payload as { message: string }).message)
    },
    send: (message) => void page.sent.push(message),
    streamUrl: (id) => {
      page.asked += 1
      return Promise.resolve(page.isOut && !page.hasAddresses ? null : `/${id}.wav`)
    },
  })
}

export async function pass(ms: number) {
  for (let passedMs = 0; passedMs < ms; passedMs += 50) await vi.advanceTimersByTimeAsync(50)
}
/** Advances the fake clock, but not while a module loads, because that takes real time. */
async function passAfterImports() {
  await vi.dynamicImportSettled()
  await pass(50)
}
/** Advances the fake clock until `work` is done. */
export async function advanceUntilDone(work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => (isDone = true))
  while (!isDone) await passAfterImports()
}

/** Advances the fake clock until a song plays. */
export async function untilSound() {
  while (songAt(nowSec()) === null) await passAfterImports()
}

export function setUpPage() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('AudioBufferSourceNode', Source)
  vi.stubGlobal('GainNode', Node)
  vi.stubGlobal('fetch', provide)
  Object.assign(page, { hasOutput: true, isOut: false, hasAddresses: false, decodingFault: null })
  Object.assign(page, { asked: 0, sleptSec: 0, requestsMs: [], sent: [], events: [], messages: [] })
  page.playback = playbackOf()
}

export function tearDownPage() {
  page.playback.deactivate()
  page.playback.audio.remove()
  sources.length = 0
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/**
 * Plays the first song, and sets the start of the second song to `secondInMs` from now.
 * @param preloaded the numbers of the songs that are preloaded
 * @returns the start of the second song in seconds
 */
export async function playFirst(secondInMs: number, preloaded = ['1', '2']) {
  await pass(100)
  page.playback.audio.unlock()
  for (const id of preloaded)
    await advanceUntilDone(page.playback.audio.preload(id, () => Promise.resolve(`/${id}.wav`)))
  page.playback.audio.keepTime('1', { positionMs: 0, atMs: performance.now() })
  page.playback.load(commandOf('1'), '/1.wav')
  await pass(500)
  expect(songAt(nowSec())).toBe(1)
  const atMs = performance.now() + secondInMs
  page.playback.audio.keepTime('2', { positionMs: 0, atMs })
  return atMs / 1000
}
