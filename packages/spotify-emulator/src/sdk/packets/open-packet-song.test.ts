import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPacketSong } from './open-packet-song.ts'
import type { PieceOptions } from './packet-song.ts'
import type { DecodeAnswer, DecodeRequest } from './serve-decoder.ts'

const sampleRate = 48_000
const seconds = 7200
const format = {
  codec: 'opus',
  sampleRate,
  channels: 1,
  frames: seconds * sampleRate,
  setup: '',
  version: 'one',
}

/** The fake provider. It records the requested addresses, and answers with `formatStatus` or `status`. */
const provider = { urls: [] as string[], status: 200, formatStatus: 200, hasPackets: true, hasDecoders: true }
/** The provider answers each address that is in this map only after its promise. */
const delays = new Map<string, Promise<void>>()
const provide = async (url: string) => {
  if (url.endsWith('.js')) {
    if (!provider.hasDecoders) throw new TypeError('no network')
    return new Response('')
  }
  provider.urls.push(url)
  await delays.get(url)
  const isFormat = url.includes('packets=format')
  const pieces = new Uint8Array(12 * url.split(',').length)
  const body = isFormat ? JSON.stringify(provider.hasPackets ? format : null) : pieces
  return new Response(body, { status: isFormat ? provider.formatStatus : provider.status })
}

/** The fake workers of the decoders. A worker answers with silence, or with nothing if `isSilent` is true. */
const workers: FakeWorker[] = []
/** The first frame of each piece that the workers decoded. */
const decoded: number[] = []
/** The samples that the workers sent. */
const sent: Float32Array[] = []
class FakeWorker extends EventTarget {
  isEnded = false
  static isSilent = false
  /** Whether the script of the worker cannot be loaded. */
  static isMissing = false
  /** Whether the script of a new worker does not arrive before the worker is ended. */
  static isLate = false
  readonly isLate = FakeWorker.isLate
  /** The number of requests without an answer. */
  static held = 0
  readonly url
  constructor(url: URL) {
    super()
    this.url = url
    workers.push(this)
  }
  postMessage({ id, piece, fromFrame, untilFrame }: DecodeRequest) {
    if (this.isLate) return
    if (FakeWorker.isMissing) return queueMicrotask(() => this.dispatchEvent(new Event('error')))
    if (FakeWorker.isSilent && piece !== null) return void (FakeWorker.held += 1)
    if (piece !== null) decoded.push(fromFrame)
    const channels = piece === null ? [] : [new Float32Array(untilFrame - fromFrame)]
    sent.push(...channels)
    const data: DecodeAnswer = { id, channels }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {
    this.isEnded = true
  }
}

class FakeBuffer {
  length
  constructor({ length }: { length: number }) {
    this.length = length
  }
  copyToChannel() {}
}

const fetchInTime: PieceOptions['fetchInTime'] = (url, signal, read) => fetch(url, { signal }).then(read)
const options = { context: () => ({ sampleRate }) as never, fetchInTime, pieceSec: 1, marginSec: 0.02 }
const open = (context = options.context) =>
  openPacketSong('/song?a=b', 'http://here/packets/', new AbortController().signal, { ...options, context })
async function opened(context = options.context) {
  const song = await open(context)
  if (song === null) throw new Error('no packets')
  return song
}

beforeEach(() => {
  Object.assign(provider, { urls: [], status: 200, formatStatus: 200, hasPackets: true, hasDecoders: true })
  sent.length = 0
  decoded.length = 0
  delays.clear()
  FakeWorker.isSilent = false
  FakeWorker.isMissing = false
  FakeWorker.isLate = false
  FakeWorker.held = 0
  vi.stubGlobal('fetch', provide)
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('AudioBuffer', FakeBuffer)
})
afterEach(() => {
  vi.useRealTimers()
  // The error ends the decoders, so that the next test does not use them.
  for (const worker of workers.splice(0)) worker.dispatchEvent(new Event('error'))
  vi.unstubAllGlobals()
})

it('B16 loads only the packets of the pieces it needs, each of them once', async () => {
  const song = await opened()
  expect(song.durationSec).toBe(seconds)
  await Promise.all([song.piece(3600), song.piece(3600), song.piece(0)])
  await song.piece(3600)
  expect(provider.urls.slice(1)).toEqual([
    '/song?a=b&packets=172799040-172848960&version=one',
    '/song?a=b&packets=0-48960&version=one',
  ])
  expect(workers.map(({ url }) => url.href)).toEqual(['http://here/packets/opus.js'])
})

it('B16 loads several seconds in one request, but none twice', async () => {
  const song = await opened()
  await song.load(3, 1)
  await Promise.all([song.load(2, 4), song.load(5, 1)])
  expect(provider.urls.slice(2)).toEqual([
    '/song?a=b&packets=95040-144960,191040-240960,239040-288960&version=one',
  ])
  expect([1, 2, 3, 4, 5, 6].filter((index) => song.isLoaded(index))).toEqual([2, 3, 4, 5])
  provider.status = 503
  await expect(song.load(6, 2)).rejects.toThrow('503')
  expect(song.isLoaded(6)).toBe(false)
})

it('B16 keeps at most 8 decoded seconds and the packets of 32', async () => {
  const song = await opened()
  const all = Array.from({ length: 100 }, (_, index) => index)
  for (const index of all.slice(0, 50)) await song.piece(index)
  expect(all.filter((index) => song.loadedPiece(index))).toEqual(all.slice(42, 50))
  for (const index of all.slice(50)) await song.load(index, 1)
  expect(all.filter((index) => song.loadedPiece(index))).toEqual(all.slice(42, 50))
  expect(all.filter((index) => song.isLoaded(index))).toEqual([...all.slice(42, 50), ...all.slice(68)])
})

it.each([
  ['the rate of the output', sampleRate],
  ['another rate, which the browser converts', 44_100],
])('B16 frees the samples of a worker at once, at %s', async (_, outputRate) => {
  const decodeAudioData = async (file: ArrayBuffer) => {
    expect(new DataView(file).getUint32(24, true)).toBe(sampleRate)
    return new FakeBuffer({ length: outputRate })
  }
  const song = await opened(() => ({ sampleRate: outputRate, decodeAudioData }) as never)
  await song.piece(1)
  expect(sent.map(({ byteLength }) => byteLength)).toEqual([0])
})

it('B16 decodes seconds in their order, also if they arrive in another one', async () => {
  const song = await opened()
  const arrival = Promise.withResolvers<void>()
  delays.set('/song?a=b&packets=0-48960&version=one', arrival.promise)
  const pieces = [0, 1, 2].map((index) => song.piece(index))
  await Promise.all([song.load(1, 1), song.load(2, 1)])
  arrival.resolve()
  await Promise.all(pieces)
  expect(decoded).toEqual([0, 47_040, 95_040])
})

it('B16 decodes a second although the one before it fails', async () => {
  const song = await opened()
  const arrival = Promise.withResolvers<void>()
  delays.set('/song?a=b&packets=0-48960&version=one', arrival.promise)
  const [first, second] = [song.piece(0), song.piece(1)]
  arrival.reject(new TypeError('no network'))
  await expect(first).rejects.toThrow('no network')
  await second
  expect(decoded).toEqual([47_040])
})

it('B16 decodes packets that are loaded without another download', async () => {
  const song = await opened()
  await Promise.all([song.load(5, 1), song.piece(5)])
  await song.load(5, 1)
  expect(provider.urls).toHaveLength(2)
})

it.each([206, 403, 404, 412, 416, 429, 503])('B17 says so when the provider answers %d', async (status) => {
  const song = await opened()
  provider.status = status
  await expect(song.piece(1)).rejects.toThrow(`could not be loaded (${status})`)
  provider.status = 200
  await expect(song.piece(1)).resolves.toBeDefined()
})

it('B17 says so when the provider cannot read the file any more', async () => {
  const song = await opened()
  provider.status = 415
  await expect(song.piece(1)).rejects.toThrow('broken')
})

it('B15 leaves a file to an element that has no packets, or that no decoder of this page knows', async () => {
  provider.hasPackets = false
  expect(await open()).toBeNull()
  provider.hasPackets = true
  vi.stubGlobal('Worker', function refuse() {
    throw new DOMException('another origin', 'SecurityError')
  })
  expect(await open()).toBeNull()
  provider.formatStatus = 503
  await expect(open()).rejects.toThrow('503')
})

it('B17 a song is tried again if its decoder cannot be downloaded', async () => {
  FakeWorker.isMissing = true
  expect(await open()).toBeNull()
  provider.hasDecoders = false
  expect(await open().catch((error: Error) => error.name)).toBe('DownloadError')
  FakeWorker.isMissing = false
  expect(await open()).not.toBeNull()
})

it.each([
  { player: 'the graph', when: 'a second decoder arrives', isNextLate: false },
  { player: 'an element', when: 'a second one does not arrive either', isNextLate: true },
])('B17 $player plays a song if its decoder arrives too late and $when', async ({ isNextLate }) => {
  vi.useFakeTimers()
  FakeWorker.isLate = true
  const opening = open()
  await vi.advanceTimersByTimeAsync(5_000)
  FakeWorker.isLate = isNextLate
  await vi.advanceTimersByTimeAsync(16_000)
  expect((await opening) === null).toBe(isNextLate)
  expect(workers).toHaveLength(2)
})

it('B17 a decoder that stopped is replaced', async () => {
  const song = await opened()
  vi.useFakeTimers()
  FakeWorker.isSilent = true
  const piece = song.piece(1).catch(String)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await piece).toContain('does not answer')
  vi.useRealTimers()
  FakeWorker.isSilent = false
  expect(workers.at(-1)?.isEnded).toBe(true)
  await expect(song.piece(1)).resolves.toBeDefined()
  expect(workers).toHaveLength(2)
})

it('B17 an outage is a failed download, and a decoder that fails is not', async () => {
  const song = await opened()
  provider.status = 503
  expect(await song.piece(1).catch((error: Error) => error.name)).toBe('DownloadError')
  provider.status = 200
  FakeWorker.isSilent = true
  const ended = song.piece(2).catch((error: Error) => error.name)
  await expect.poll(() => FakeWorker.held).toBe(1)
  workers.at(-1)?.dispatchEvent(new Event('error'))
  expect(await ended).toBe('DownloadError')
  const failed = song.piece(4).catch((error: Error) => error.name)
  await expect.poll(() => FakeWorker.held).toBe(2)
  workers.at(-1)?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
  expect(await failed).toBe('Error')
})
