import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPacketSong } from '../../packets/open-packet-song.ts'
import { download, fetchInTime } from './download.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * Downloads from a fake network, which answers after `answerMs` and sends the sound `soundMs` later. Returns the
 * state after `waitedMs`.
 */
async function outcome(answerMs: number, soundMs: number, waitedMs: number): Promise<string> {
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    const after = <T>(ms: number, value: T) =>
      new Promise<T>((resolve, reject) => {
        setTimeout(() => resolve(value), ms)
        signal.addEventListener('abort', () => reject(new Error('given up')))
      })
    const arrayBuffer = () => after(soundMs, new ArrayBuffer(1))
    return after(answerMs, { status: 206, headers: new Headers(), arrayBuffer })
  })
  let result = 'waiting'
  download('/song', 0, 1, new AbortController().signal).then(
    () => (result = 'loaded'),
    (error: Error) => (result = error.message),
  )
  await vi.advanceTimersByTimeAsync(waitedMs)
  return result
}

it('M10 a download without an answer is given up after seven seconds', async () => {
  expect(await outcome(60_000, 0, 6_999)).toBe('waiting')
  expect(await outcome(60_000, 0, 7_000)).toBe('given up')
})

it('M10 a slow line that answers has eight more seconds', async () => {
  expect(await outcome(6_000, 7_900, 13_900)).toBe('loaded')
  expect(await outcome(6_000, 60_000, 14_000)).toBe('given up')
})

it('B16 a part of a song is not stored in the cache of the browser', async () => {
  const options: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    options.push(init)
    return new Response('a', { status: 206 })
  })
  await download('/song', 0, 1, new AbortController().signal)
  expect(options).toMatchObject([{ cache: 'no-store', headers: { range: 'bytes=0-0' } }])
})

it('M10 packets of a compressed song without an answer are given up after seven seconds', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('given up'))),
      ),
  )
  let result = 'waiting'
  const context = () => ({ sampleRate: 48_000 }) as never
  const options = { context, fetchInTime, pieceSec: 1, marginSec: 0.02 }
  openPacketSong('/song?a=b', 'http://here/packets/', new AbortController().signal, options).catch(
    (error: Error) => (result = error.message),
  )
  await vi.advanceTimersByTimeAsync(6_999)
  expect(result).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(result).toContain('given up')
})

it.each([200, 206, 403, 416, 429, 503])(
  'B17 the answer %d to a part of a file is a failed download, except 206',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('the whole file, or an error', { status }))
    const result = await download('/song', 0, 1, new AbortController().signal).then(
      () => 'loaded',
      (error: Error) => `${error.name}: ${error.message}`,
    )
    const failed = `DownloadError: The song could not be loaded (${status}).`
    expect(result).toBe(status === 206 ? 'loaded' : failed)
  },
)
