import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  commandOf,
  nowSec,
  page,
  pass,
  playFirst,
  playbackOf,
  setUpPage,
  songAt,
  tearDownPage,
  untilSound,
} from './testing/device-playback.ts'

beforeEach(setUpPage)
afterEach(tearDownPage)

it('P8 B17 during an outage the requests become rare, and the song is loaded at once after it', async () => {
  await playFirst(100_000)
  await pass(3_000)
  page.isOut = true
  page.requestsMs = []
  await pass(30_000)
  expect(songAt(nowSec())).toBeNull()
  // The pauses have a random part. With the shortest ones there are 14 requests.
  expect(page.requestsMs.length).toBeLessThan(15)
  page.isOut = false
  page.requestsMs = []
  page.playback.reconnected()
  await pass(50)
  expect(page.requestsMs.length).toBeGreaterThan(0)
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

it('P8 B17 without a new connection the song is loaded again within a few seconds too', async () => {
  await playFirst(100_000)
  await pass(3_000)
  page.isOut = true
  await pass(30_000)
  page.isOut = false
  page.requestsMs = []
  await pass(4_500)
  expect(page.requestsMs.length).toBeGreaterThan(0)
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

it('P8 B17 a pause ends the attempts, and the song is loaded again as soon as it should go on', async () => {
  await playFirst(100_000)
  await pass(3_000)
  page.isOut = true
  await pass(26_000)
  page.playback.pause()
  page.asked = 0
  page.requestsMs = []
  await pass(8_000)
  expect([page.asked, page.requestsMs]).toEqual([0, []])
  page.playback.reconnected()
  await pass(4_500)
  expect([page.asked, page.requestsMs]).toEqual([0, []])
  page.isOut = false
  void page.playback.resume()
  await untilSound()
  expect([songAt(nowSec()), page.playback.state()?.paused]).toEqual([1, false])
})

it('P8 B17 a song that fails after a pause is not loaded again before it should go on', async () => {
  page.playback.audio.unlock()
  page.isOut = true
  page.playback.load(commandOf('1'), '/1.wav')
  page.playback.pause()
  await pass(20_000)
  expect([page.asked, page.requestsMs.length]).toEqual([0, 1])
  expect(page.playback.state()?.loading).toBe(false)
  page.isOut = false
  void page.playback.resume()
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

it('P8 B17 a jump does not end the attempts', async () => {
  await playFirst(100_000)
  await pass(3_000)
  page.isOut = true
  await pass(30_000)
  page.playback.audio.seek(5_000)
  page.isOut = false
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

/** Advances the fake clock, and waits for the modules that the player loads meanwhile. */
async function passLoading(ms: number) {
  for (let passedMs = 0; passedMs < ms; passedMs += 250) {
    await pass(250)
    await vi.dynamicImportSettled()
  }
}

it('P8 P10 B17 an announced song that failed to load before its command starts at its time', async () => {
  const atSec = await playFirst(1500, ['1'])
  page.isOut = true
  page.playback.begin('2', () => Promise.resolve('/2.wav'))
  await pass(100)
  page.playback.load(commandOf('2'), '/2.wav')
  await pass(100)
  page.isOut = false
  await passLoading(2_000)
  expect([songAt(atSec - 0.1), songAt(atSec + 0.1)]).toEqual([1, 2])
})

/**
 * Plays a file in an `<audio>` element that cannot play it.
 * @returns a function that returns how often the file was loaded
 */
function playUnplayable(): () => number {
  vi.stubGlobal('AudioContext', undefined)
  page.playback = playbackOf()
  let loads = 0
  const { prototype } = HTMLMediaElement
  vi.spyOn(prototype, 'error', 'get').mockReturnValue({ code: 4, message: '' } as MediaError)
  vi.spyOn(prototype, 'pause').mockReturnValue()
  vi.spyOn(prototype, 'play').mockRejectedValue(new DOMException('', 'NotSupportedError'))
  vi.spyOn(prototype, 'load').mockImplementation(function (this: HTMLAudioElement) {
    if (!this.src.endsWith('/1.wav')) return
    loads += 1
    setTimeout(() => this.dispatchEvent(new Event('error')), 20)
  })
  page.playback.load(commandOf('1'), '/1.wav')
  return () => loads
}

it('B17 a file that the browser cannot play is tried five times, then a message is shown, once', async () => {
  const loads = playUnplayable()
  await pass(60_000)
  expect(loads()).toBe(5)
  expect(page.events.filter((event) => event === 'playback_error')).toHaveLength(1)
  expect(page.playback.state()).toMatchObject({ paused: true, loading: false })
  void page.playback.resume()
  await pass(60_000)
  expect(loads()).toBe(10)
})

it('B17 an element that refuses to play with any other error is tried five times, then a message is shown, once', async () => {
  vi.stubGlobal('AudioContext', undefined)
  page.playback = playbackOf()
  const { prototype } = HTMLMediaElement
  vi.spyOn(prototype, 'pause').mockReturnValue()
  vi.spyOn(prototype, 'load').mockImplementation(function (this: HTMLAudioElement) {
    setTimeout(() => this.dispatchEvent(new Event('canplay')), 20)
  })
  const play = vi.spyOn(prototype, 'play').mockRejectedValue(new DOMException('', 'InvalidStateError'))
  page.playback.load(commandOf('1'), '/1.wav')
  await pass(60_000)
  expect(play).toHaveBeenCalledTimes(5)
  expect(page.messages).toEqual([expect.stringContaining('The file of the song')])
  expect(page.playback.state()).toMatchObject({ paused: true, loading: false })
})

it('P8 P10 a song in an element that failed before its start does not end the song before it, and plays after it', async () => {
  vi.stubGlobal('AudioContext', undefined)
  page.playback = playbackOf()
  const { prototype } = HTMLMediaElement
  vi.spyOn(prototype, 'pause').mockReturnValue()
  vi.spyOn(prototype, 'play').mockResolvedValue()
  let loads = 0
  vi.spyOn(prototype, 'load').mockImplementation(function (this: HTMLAudioElement) {
    if (!this.src.endsWith('/2.wav')) return
    loads += 1
    if (loads === 1) setTimeout(() => this.dispatchEvent(new Event('error')), 20)
  })
  const files = () => [...document.querySelectorAll('audio[src]')].map((each) => each.getAttribute('src'))
  page.playback.audio.keepTime('1', { positionMs: 0, atMs: performance.now() })
  page.playback.load(commandOf('1'), '/1.wav')
  await pass(500)
  page.playback.audio.keepTime('2', { positionMs: 0, atMs: performance.now() + 5_000 })
  page.playback.load(commandOf('2'), '/2.wav')
  await pass(2_000)
  expect([loads, new Set(files())]).toEqual([2, new Set(['/1.wav', '/2.wav'])])
  await pass(4_000)
  expect([loads, files()]).toEqual([2, ['/2.wav']])
})

it('P10 a song in an element that opens just after its start is not stopped by the end of the song before it', async () => {
  vi.stubGlobal('AudioContext', undefined)
  page.playback = playbackOf()
  const { prototype } = HTMLMediaElement
  const pause = vi.spyOn(prototype, 'pause').mockReturnValue()
  vi.spyOn(prototype, 'play').mockResolvedValue()
  vi.spyOn(prototype, 'load').mockReturnValue()
  const { audio } = page.playback
  audio.keepTime('1', { positionMs: 0, atMs: performance.now() })
  page.playback.load(commandOf('1'), '/1.wav')
  await pass(500)
  const address = Promise.withResolvers<string>()
  audio.keepTime('2', { positionMs: 0, atMs: performance.now() + 1_005 })
  audio.load('2', () => address.promise, 0)
  void audio.play()
  // The earlier song has ended, but the player has not updated its songs yet.
  await pass(1_000)
  await vi.advanceTimersByTimeAsync(10)
  expect(pause).toHaveBeenCalledOnce()
  address.resolve('/2.wav')
  await pass(500)
  expect(document.querySelector('audio[src]')?.getAttribute('src')).toBe('/2.wav')
  expect(pause).toHaveBeenCalledOnce()
})

it('B17 sound that the browser cannot decode is tried five times, with any error, then a message is shown, once', async () => {
  page.playback.audio.unlock()
  page.decodingFault = () => new DOMException('Unable to decode audio data', 'EncodingError')
  page.playback.load(commandOf('1'), '/1.wav')
  await passLoading(30_000)
  expect(page.asked).toBe(4)
  expect(page.messages).toEqual([expect.stringContaining('The file of the song')])
  expect(page.playback.state()).toMatchObject({ paused: true, loading: false })
  page.decodingFault = null
  void page.playback.resume()
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

it('B17 P8 a song whose downloads fail is tried until the network is back', async () => {
  await playFirst(100_000)
  page.isOut = true
  page.hasAddresses = true
  await pass(50_000)
  expect(page.playback.state()).toMatchObject({ paused: false, loading: true })
  page.isOut = false
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
})

it('B17 a part that cannot be decoded is silence, and the song goes on after it', async () => {
  page.playback.audio.unlock()
  page.decodingFault = () => new Error('broken')
  page.playback.load(commandOf('1'), '/1.wav')
  await passLoading(8_000)
  expect(songAt(nowSec())).toBeNull()
  page.decodingFault = null
  await untilSound()
  expect([songAt(nowSec()), page.messages]).toEqual([1, []])
})

it.each([
  { earlyMs: 1_500, messages: [] },
  { earlyMs: 2_500, messages: ['The file of the song ends too early.'] },
])('B17 a file that ends $earlyMs ms before its song gives the messages: $messages', async (ending) => {
  await playFirst(100_000)
  page.playback.setTrackWindow(commandOf('1', 60_000 + ending.earlyMs).window)
  await pass(62_000)
  expect(page.messages).toEqual(ending.messages)
})
