import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  commandOf,
  page,
  pass,
  playFirst,
  setUpPage,
  sleep,
  songsNow,
  tearDownPage,
} from './testing/device-playback.ts'

beforeEach(setUpPage)
afterEach(tearDownPage)

it('M10 the play command of the song that plays, right after a sleep, does not show that it loads', async () => {
  await playFirst(600_000)
  sleep(20)
  page.playback.load(commandOf('1'), '/1.wav')
  await pass(5_000)
  expect(songsNow()).toEqual([1])
  expect(page.playback.state()).toMatchObject({ loading: false, paused: false })
  page.context?.become('suspended')
  await pass(200)
  expect(page.playback.state()).toMatchObject({ loading: false, paused: true })
})

it('M10 a song ends when the next one starts, also if the start is set right after a sleep', async () => {
  await playFirst(600_000)
  sleep(20)
  page.playback.audio.keepTime('2', { positionMs: 0, atMs: performance.now() + 1_500 })
  page.playback.begin('2', () => Promise.resolve('/2.wav'))
  await pass(2_000)
  for (let second = 0; second < 20; second += 1) {
    await pass(1_000)
    expect(songsNow()).toEqual([2])
  }
})
