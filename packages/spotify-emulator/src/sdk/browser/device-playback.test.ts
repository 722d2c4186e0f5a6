import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  advanceUntilDone,
  commandOf,
  nowSec,
  page,
  pass,
  playFirst,
  setUpPage,
  songAt,
  songsNow,
  sources,
  tearDownPage,
  untilSound,
} from './testing/device-playback.ts'

beforeEach(setUpPage)
afterEach(tearDownPage)

const begin = () => page.playback.begin('2', () => Promise.resolve('/2.wav'))
/** Returns the songs that play from one second before `sec` until one second after it, in order. */
const around = (sec: number) =>
  Array.from({ length: 40 }, (_, index) => songAt(sec - 0.99 + index * 0.05)).filter(
    (song, index, all) => song !== all[index - 1],
  )

it('M11 reports a lost output, and continues in sync by itself when there is one again', async () => {
  await playFirst(60_000)
  const startMs = performance.now() - (page.playback.audio.audiblePosition?.positionMs ?? 0)
  page.hasOutput = false
  page.context?.unplug()
  await pass(3000)
  expect(page.events).toContain('playback_error')
  expect(page.events).not.toContain('autoplay_failed')
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([null, true])
  page.hasOutput = true
  await pass(1500)
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([1, false])
  const { positionMs, atMs } = page.playback.audio.audiblePosition ?? { positionMs: 0, atMs: 0 }
  expect(Math.abs(atMs - positionMs - startMs)).toBeLessThan(50)
})

it('M11 stays silent if the person has pressed stop without an output', async () => {
  await playFirst(60_000)
  page.hasOutput = false
  page.context?.unplug()
  await pass(500)
  page.playback.pause()
  page.hasOutput = true
  await pass(3000)
  expect(songAt(nowSec())).toBeNull()
})

it('M11 reports no lost output while nothing should play', async () => {
  await playFirst(60_000)
  page.playback.pause()
  page.context?.unplug()
  await pass(500)
  expect(page.events).not.toContain('playback_error')
})

/** Plays the first song until its next part does not arrive. @returns lets parts arrive again */
async function playUntilPartIsMissing() {
  await playFirst(60_000)
  // The shortest pauses between downloads. The third failed download, which ends the song, is then not at the same
  // time as the end of the loaded part.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { fetch } = globalThis
  const wait = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  vi.stubGlobal('fetch', wait)
  while (page.playback.state()?.loading !== true) await pass(100)
  return () => vi.stubGlobal('fetch', fetch)
}

it('M8 a stop by the system while the song waits for its next part pauses the song, and a press continues it', async () => {
  const restore = await playUntilPartIsMissing()
  page.context?.become('suspended')
  restore()
  expect(page.playback.state()?.paused).toBe(true)
  void page.playback.resume()
  while (page.playback.state()?.loading !== false) await advanceUntilDone(pass(50))
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([1, false])
})

it('M8 a stop by the system while a failed song waits for its next attempt is a block, and the song plays when the output runs', async () => {
  const restore = await playUntilPartIsMissing()
  while (page.asked === 0) await pass(100)
  Object.assign(page.context ?? {}, { resume: () => Promise.resolve() })
  page.context?.become('suspended')
  restore()
  while (page.playback.state()?.paused !== true) await advanceUntilDone(pass(50))
  expect(page.events).toContain('autoplay_failed')
  page.context?.become('running')
  await untilSound()
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([1, false])
})

it('M8 a press on stop before the output has started shows no block', async () => {
  await playFirst(60_000)
  page.playback.pause()
  Object.assign(page.context ?? {}, { state: 'suspended', resume: () => Promise.resolve() })
  void page.playback.resume()
  await pass(300)
  page.playback.pause()
  await pass(2000)
  expect(page.events).not.toContain('autoplay_failed')
})

/** Continues a paused song on an output that does not start yet. @returns starts the output */
async function playWithSlowOutput() {
  await playFirst(60_000)
  page.playback.pause()
  const { context } = page
  Object.assign(context ?? {}, { state: 'suspended', resume: () => Promise.resolve() })
  void page.playback.resume()
  await pass(2000)
  expect(page.events).toContain('autoplay_failed')
  return () => context?.become('running')
}

it('M8 if the output needs long to start, the song plays by itself as soon as it runs', async () => {
  const start = await playWithSlowOutput()
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([null, true])
  start()
  await pass(500)
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([1, false])
})

it('M8 a song that was stopped before its slow output ran stays silent', async () => {
  const start = await playWithSlowOutput()
  page.playback.pause()
  start()
  await pass(500)
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([null, true])
})

it('M8 a song without a set time is reported as blocked if its output stops while the song loads', async () => {
  await pass(100)
  page.playback.audio.unlock()
  const { context } = page
  if (context === null) throw new Error('no graph')
  const decode = context.decodeAudioData
  let isLoaded: () => void = () => undefined
  const loading = new Promise<void>((resolve) => (isLoaded = resolve))
  context.decodeAudioData = (file) => loading.then(() => decode(file))
  page.playback.load(commandOf('1'), '/1.wav')
  for (let turn = 0; turn < 20; turn += 1) await advanceUntilDone(pass(50))
  Object.assign(context, { resume: () => Promise.resolve() })
  context.become('suspended')
  isLoaded()
  await pass(2000)
  expect(page.events).toContain('autoplay_failed')
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([null, true])
  context.become('running')
  await pass(500)
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([1, false])
})

/** Begins the second song on an output that does not start yet. @returns starts the output */
async function beginWithSlowOutput() {
  await playFirst(1500)
  page.playback.pause()
  const { context } = page
  Object.assign(context ?? {}, { state: 'suspended', resume: () => Promise.resolve() })
  begin()
  await pass(2000)
  expect(page.events).toContain('autoplay_failed')
  return () => context?.become('running')
}

it('M8 P10 a song that waits for its slow output before its command plays as soon as the output runs', async () => {
  const start = await beginWithSlowOutput()
  start()
  await pass(500)
  expect(songAt(nowSec())).toBe(2)
})

it.each(['pause', 'deactivate'] as const)(
  'M8 P10 a song that waits for its slow output before its command stays silent after %s',
  async (command) => {
    const start = await beginWithSlowOutput()
    // The player does not pass on a pause if no song is loaded.
    expect(page.playback.isLoaded).toBe(true)
    page.playback[command]()
    expect(page.playback.isLoaded).toBe(false)
    start()
    await pass(500)
    expect(songAt(nowSec())).toBeNull()
  },
)

it('P6 a song that has ended is paused at its beginning', async () => {
  await playFirst(100_000)
  await pass(62_000)
  expect(page.sent).toContainEqual(expect.objectContaining({ type: 'ended' }))
  expect(page.playback.state()).toMatchObject({ paused: true, position: 0, ended: true })
})

it('P10 starts the announced song at its time while the command of the provider is late', async () => {
  const atSec = await playFirst(1500)
  expect(begin()).toBe(true)
  await pass(4500)
  expect(around(atSec)).toEqual([1, 2])
  const { length } = sources
  page.playback.load(commandOf('2'), '/2.wav')
  expect(page.playback.audio.audiblePosition?.positionMs).toBeGreaterThan(2900)
  expect(sources).toHaveLength(length)
})

it.each([true, false])(
  'P10 M8 a play command that comes after the system stopped the song starts it again, or reports it as blocked: %s',
  async (mayResume) => {
    await playFirst(1500)
    begin()
    await pass(3000)
    const { context } = page
    if (!mayResume) Object.assign(context ?? {}, { resume: () => Promise.resolve() })
    context?.become('suspended')
    await pass(50)
    expect(songAt(nowSec())).toBeNull()
    page.playback.load(commandOf('2'), '/2.wav')
    await pass(1000)
    expect([songAt(nowSec()), page.events.includes('autoplay_failed')]).toEqual(
      mayResume ? [2, false] : [null, true],
    )
  },
)

it('P10 lets the earlier song play to its end if the command comes before the start', async () => {
  const atSec = await playFirst(1500)
  begin()
  page.playback.load(commandOf('2'), '/2.wav')
  await pass(500)
  page.playback.load(commandOf('2'), '/2.wav')
  await pass(3000)
  expect(around(atSec)).toEqual([1, 2])
})

it('P10 reports nothing of the earlier song as soon as the next one is due', async () => {
  await playFirst(1500)
  begin()
  page.sent = []
  await pass(9000)
  expect(page.sent).toEqual([])
  page.playback.load(commandOf('2'), '/2.wav')
  page.playback.report()
  expect(page.sent).toContainEqual(expect.objectContaining({ type: 'report', trackId: '2' }))
  expect(page.sent).not.toContainEqual(expect.objectContaining({ trackId: '1' }))
})

it('P10 starts the announced song after a pause too, and starts no song that is loaded', async () => {
  const atSec = await playFirst(1500)
  page.playback.pause()
  await pass(500)
  expect(songAt(nowSec())).toBeNull()
  expect(begin()).toBe(true)
  await pass(2000)
  expect(around(atSec)).toEqual([null, 2])
  page.playback.load(commandOf('2'), '/2.wav')
  expect(begin()).toBe(false)
})

it.each([0, 300])(
  'P10 if the announced song starts earlier, the song before it ends then: in %d ms',
  async (inMs) => {
    await playFirst(1500)
    begin()
    page.playback.load(commandOf('2'), '/2.wav')
    await pass(500)
    page.playback.audio.keepTime('2', { positionMs: 0, atMs: performance.now() + inMs })
    page.playback.load(commandOf('2'), '/2.wav')
    await pass(inMs + 300)
    expect(songsNow()).toEqual([2])
  },
)

it('P10 a skip that arrives late ends the earlier song at once', async () => {
  await playFirst(1500)
  begin()
  await pass(500)
  page.playback.audio.keepTime('2', { positionMs: 0, atMs: performance.now() - 400 })
  page.playback.load(commandOf('2'), '/2.wav')
  await pass(300)
  expect(songsNow()).toEqual([2])
  expect(page.playback.audio.audiblePosition?.positionMs).toBeCloseTo(700, -2)
})
