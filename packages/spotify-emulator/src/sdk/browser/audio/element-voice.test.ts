import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ElementVoice } from './element-voice.js'

/** A fake audio element that plays immediately. */
class PlayingElement extends EventTarget {
  paused = true
  seeking = false
  ended = false
  error: { code: number; message: string } | null = null
  readyState = 4
  currentTime = 0
  /** All playback rates that were set. */
  rates: number[] = []
  set playbackRate(rate: number) {
    this.rates.push(rate)
  }
  get playbackRate() {
    return this.rates.at(-1) ?? 1
  }
  defaultPlaybackRate = 1
  preservesPitch = true
  /** The playback rate and `preservesPitch` at each call of `play`. */
  starts: [number, boolean][] = []
  src = ''
  load() {
    this.playbackRate = this.defaultPlaybackRate
  }
  removeAttribute() {}
  pause() {
    this.paused = true
  }
  play() {
    this.paused = false
    this.starts.push([this.playbackRate, this.preservesPitch])
    return Promise.resolve()
  }
}

const silent = () => {}
const noHandlers = {
  ...{ sounding: silent, waiting: silent, ended: silent },
  ...{ paused: silent, blocked: silent, failed: silent },
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('B15 an element says where it plays, but not how exactly, because it does not know that', async () => {
  const voice = new ElementVoice(new PlayingElement() as never, '/song', () => 5000, noHandlers)
  voice.play()
  expect(voice.audiblePosition()).toEqual({ positionMs: 5000, atMs: expect.any(Number), withinMs: null })
})

it.each([
  [2, 'could not be loaded'],
  [3, 'file of the song cannot be played'],
  [4, 'file of the song cannot be played'],
])('B17 an element with the error %d says: the %s', (code, message) => {
  const messages: string[] = []
  const element = new PlayingElement()
  const failed = (text: string) => void messages.push(text)
  const voice = new ElementVoice(element as never, '/song', () => 0, { ...noHandlers, failed })
  element.error = { code, message: 'DEMUXER_ERROR' }
  element.dispatchEvent(new Event('error'))
  expect(voice.isOn).toBe(false)
  expect(messages).toEqual([expect.stringContaining(message)])
})

/** Plays a song on a fake element for some seconds, ten updates a second. The element is `lateMs` behind its target. */
async function playFor(seconds: number, lateMs: number, element = new PlayingElement()) {
  const voice = new ElementVoice(element as never, '/song', (pageMs) => pageMs, noHandlers)
  voice.play()
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    await vi.advanceTimersByTimeAsync(100)
    element.currentTime = (performance.now() - lateMs) / 1000
    voice.update()
  }
  return { voice, element }
}

it('P7 the rate of an element corrects its place, and is never exactly 1, because Firefox drops sound then', async () => {
  const { element } = await playFor(3, 30)
  expect(element.playbackRate).toBeCloseTo(1.02, 2)
  await playFor(3, -30, element)
  expect(element.playbackRate).toBeCloseTo(0.98, 2)
  await playFor(3, 0, element)
  expect(element.playbackRate).toBeCloseTo(1, 4)
  expect(element.rates.length).toBeGreaterThan(2)
  expect(element.rates).not.toContain(1)
})

it('P7 a song of an element starts at the rate that it keeps, because Firefox drops sound at each change from 1', async () => {
  const { voice, element } = await playFor(3, 0)
  expect(element.starts).toEqual([[element.playbackRate, false]])
  // A song that was corrected when it was paused has no other rate after the pause.
  await playFor(3, 30, element)
  voice.pause()
  element.starts = []
  voice.play()
  expect(element.starts).toEqual([[expect.closeTo(1, 4), false]])
  expect(element.rates).not.toContain(1)
})

it('M8 an element of WebKitGTK, which reports too little data while it plays, is corrected too', async () => {
  // happy-dom does not have these constants.
  const states = { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 }
  vi.stubGlobal('HTMLMediaElement', states)
  const element = new PlayingElement()
  element.readyState = states.HAVE_CURRENT_DATA
  const { voice } = await playFor(3, 30, element)
  expect(element.playbackRate).toBeGreaterThan(1.01)
  expect(voice.audiblePosition()).not.toBeNull()
  element.readyState = states.HAVE_METADATA
  expect(voice.audiblePosition()).toBeNull()
})

it('M8 an element reports a pause by the system, but not its own pause or its end', async () => {
  const paused = vi.fn<() => void>()
  const element = new PlayingElement()
  const voice = new ElementVoice(element as never, '/song', () => 0, { ...noHandlers, paused })
  voice.play()
  element.ended = true
  element.dispatchEvent(new Event('pause'))
  element.ended = false
  expect(paused).not.toHaveBeenCalled()
  element.dispatchEvent(new Event('pause'))
  expect(paused).toHaveBeenCalledOnce()
  voice.pause()
  element.dispatchEvent(new Event('pause'))
  expect(paused).toHaveBeenCalledOnce()
})

it('P10 an element whose end has passed stops at once', async () => {
  const { voice, element } = await playFor(1, 0)
  voice.stopAt(performance.now() + 1000)
  voice.stopAt(performance.now() - 500)
  await vi.advanceTimersByTimeAsync(1)
  expect([voice.isOn, element.paused]).toEqual([false, true])
})
