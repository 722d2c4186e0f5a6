import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AudioGraph } from './audio-graph.js'
import { SongCache } from './song-cache.js'

const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]
/** The first second of a WAV file of half a minute (16 bit, mono, 8 kHz). Each later piece needs a download. */
const beginning = Uint8Array.from([
  ...[...text('RIFF'), ...uint32(0), ...text('WAVEfmt '), ...uint32(16), 1, 0, 1, 0],
  ...[...uint32(8000), ...uint32(16_000), 2, 0, 16, 0, ...text('data'), ...uint32(480_000)],
  ...Array.from({ length: 32_000 }, () => 0),
])

const graphs: { close(): Promise<void> }[] = []

class Context extends EventTarget {
  destination = {}
  state = 'running'
  constructor() {
    super()
    graphs.push(this)
  }
  close = () => Promise.resolve()
  decodeAudioData = () => Promise.resolve({})
}

/** The requests to a fake provider, which answers each one when the test calls its `answer`. */
const asked: { url: string; signal: AbortSignal; answer(status?: number): void; fail(): void }[] = []
const provide = (url: string, { signal }: { signal: AbortSignal }) =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('no more', 'AbortError')))
    const responseOf = (status: number) => ({
      status,
      headers: new Headers(),
      arrayBuffer: () => Promise.resolve(beginning.buffer.slice(0)),
    })
    const answer = (status = 206) => resolve(responseOf(status))
    const fail = () => reject(new TypeError('no network'))
    asked.push({ url, signal, answer, fail })
  })

/** Waits until the answers are processed. */
const arrive = () => new Promise((resolve) => setTimeout(resolve))

/** Answers the requests that detect the format of a song. The provider does not have the module of compressed files. */
async function answerHeads() {
  const before = asked.length
  for (const request of [1, 2, 3]) {
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(before + request)
    asked.at(-1)?.answer(asked.at(-1)?.url.endsWith('/song.js') ? 404 : 206)
  }
}

async function opened() {
  const graph = new AudioGraph({ stopped() {}, resumed() {}, outputLost() {} })
  const songs = new SongCache(graph, true, '/sdk/silence.wav')
  graph.open()
  const opening = songs.open('one', () => Promise.resolve('/one.wav'))
  await answerHeads()
  const { sound } = await opening
  if (sound === null) throw new Error('no samples')
  return { graph, songs, sound }
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal(
    'GainNode',
    class {
      connect() {}
    },
  )
  vi.stubGlobal('fetch', provide)
  graphs.length = 0
  asked.length = 0
})
afterEach(() => vi.unstubAllGlobals())

it('opens no audio graph for a download that ends after the player was removed', async () => {
  const { graph, sound } = await opened()
  const piece = sound.piece(20).catch(() => null)
  graph.close()
  asked.at(-1)?.answer()
  expect(await piece).toBeNull()
  expect(graphs).toHaveLength(1)
})

it('aborts the downloads of a song that was removed or replaced by newer ones', async () => {
  const { songs, sound } = await opened()
  const piece = sound.piece(20).catch(() => null)
  songs.remove('one')
  expect(asked.at(-1)?.signal.aborted).toBe(true)
  expect(await piece).toBeNull()
  for (const id of ['two', 'three', 'four', 'five'])
    songs.open(id, () => Promise.resolve(`/${id}.wav`)).catch(() => null)
  await arrive()
  expect(asked.slice(-4).map(({ signal }) => signal.aborted)).toEqual([true, false, false, false])
})

it('opens a removed song again', async () => {
  const { songs } = await opened()
  songs.remove('one')
  const again = songs.open('one', () => Promise.resolve('/one.wav'))
  await answerHeads()
  expect((await again).sound?.durationSec).toBe(30)
})

it.each([
  { outage: 'no network', status: null },
  { outage: 'a restart of the server', status: 503 },
])('B17 a song is tried again if $outage prevents the download of its module', async ({ status }) => {
  const graph = new AudioGraph({ stopped() {}, resumed() {}, outputLost() {} })
  const songs = new SongCache(graph, true, '/sdk/silence.wav')
  const failure = songs
    .open('one', () => Promise.resolve('/one.mp3'))
    .then(
      () => 'opened',
      (error: Error) => error.name,
    )
  await expect.poll(() => asked).toHaveLength(1)
  asked[0]?.answer()
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked[1]?.url).toBe('/sdk/packets/song.js')
  if (status === null) asked[1]?.fail()
  else asked[1]?.answer(status)
  expect(await failure).toBe('DownloadError')
})

it('B15 B17 a compressed song plays on the graph after a failed import that the browser keeps', async () => {
  let isOut = true
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('/song.js')) return new Response(beginning.slice(), { status: 206 })
    if (isOut) throw new TypeError('no network')
    return new Response('the module')
  })
  const sound = { durationSec: 30 }
  const failed = new Set<string>()
  const imported: string[] = []
  const importModule = async (url: string) => {
    if (isOut) failed.add(url)
    if (failed.has(url)) throw new TypeError('Importing a module script failed.')
    imported.push(url)
    return { openPacketSong: async () => sound, stereoSound: () => undefined } as never
  }
  const graph = new AudioGraph({ stopped() {}, resumed() {}, outputLost() {} })
  const songs = new SongCache(graph, true, '/sdk/silence.wav', importModule)
  const open = (id: string) => songs.open(id, () => Promise.resolve(`/${id}.mp3`))
  await expect(open('one')).rejects.toThrow('no network')
  isOut = false
  expect((await open('one')).sound).toBe(sound)
  expect((await open('two')).sound).toBe(sound)
  // The address that works is used for all later songs.
  expect(new Set(imported)).toEqual(new Set(['/sdk/packets/song.js?again=1']))
})
