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
  tearDownPage,
} from './testing/device-playback.ts'

beforeEach(setUpPage)
afterEach(() => {
  Reflect.deleteProperty(document, 'hidden')
  tearDownPage()
})

function hide() {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Plays a song. @returns its graph, and the calls of its `resume` */
async function play() {
  await playFirst(60_000)
  const { context } = page
  if (context === null) throw new Error('no graph')
  return { context, resume: vi.spyOn(context, 'resume') }
}

const isPaused = () => page.playback.state()?.paused

it('M8 the lock of an iPhone, which interrupts the graph, does not pause the song', async () => {
  const { context, resume } = await play()
  hide()
  context.become('interrupted')
  expect(isPaused()).toBe(false)
  await pass(1_000)
  expect([resume.mock.calls.length, context.state, isPaused()]).toEqual([1, 'running', false])
  expect(songAt(nowSec())).toBe(1)
})

it('M8 the song goes on after a lock that hides the page only after the interruption', async () => {
  const { context, resume } = await play()
  context.become('interrupted')
  await pass(300)
  hide()
  await pass(1_000)
  expect([resume.mock.calls.length, context.state, isPaused()]).toEqual([1, 'running', false])
  expect(songAt(nowSec())).toBe(1)
})

it.each([
  { what: 'while the page is visible', hiddenForMs: null },
  { what: 'long after the page was hidden', hiddenForMs: 5_000 },
])('M8 an interruption $what, as by a call, pauses the song', async ({ hiddenForMs }) => {
  const { context, resume } = await play()
  if (hiddenForMs !== null) {
    hide()
    await pass(hiddenForMs)
  }
  context.become('interrupted')
  expect(isPaused()).toBe(true)
  await pass(2_000)
  expect([resume.mock.calls.length, isPaused()]).toEqual([0, true])
})

it('M8 a lock that really ends the sound pauses the song, after one attempt', async () => {
  const { context, resume } = await play()
  resume.mockResolvedValue(undefined)
  hide()
  context.become('interrupted')
  await pass(2_000)
  expect([resume.mock.calls.length, isPaused()]).toEqual([1, true])
})

it('M8 a song in an element plays on when the lock of an iPhone interrupts the graph, but not when it is paused itself', async () => {
  await pass(100)
  const { audio } = page.playback
  audio.unlock()
  audio.keepTime('3', { positionMs: 0, atMs: performance.now() })
  // The graph cannot play a file that is not a WAV file.
  page.playback.load(commandOf('3'), '/3.mp3')
  const find = () => document.querySelector<HTMLAudioElement>('audio[src$="/3.mp3"]')
  while (find()?.paused !== false) await advanceUntilDone(pass(50))
  hide()
  page.context?.become('interrupted')
  await pass(2_000)
  expect([isPaused(), find()?.paused]).toEqual([false, false])
  find()?.pause()
  expect(isPaused()).toBe(true)
})
