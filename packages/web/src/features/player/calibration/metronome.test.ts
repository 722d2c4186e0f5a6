import { expect, it } from 'vitest'
import { createManualScheduler } from '../controller/testing.ts'
import type { Clip } from '../provider/web-playback-sdk.ts'
import { startMetronome } from './metronome.ts'

/** Starts a metronome. The server's clock is `aheadMs` ahead of the page's clock. */
function metronome({ aheadMs = 250, correctionMs = 0, isPlayed = (): boolean => true } = {}) {
  const { scheduler, pass } = createManualScheduler()
  const clips: Clip[] = []
  const sounds: boolean[] = []
  const correction = { current: correctionMs }
  const stop = startMetronome({
    clock: { now: () => scheduler.nowMs() + aheadMs },
    scheduler,
    correction: { ms: () => correction.current, subscribe: () => () => {} },
    async play(clip) {
      clips.push(clip)
      return isPlayed()
    },
    volume: () => 0.5,
    onSound: (isAudible) => sounds.push(isAudible),
  })
  const pitch = ({ samples }: Clip) =>
    samples.reduce((turns, sample, at) => turns + (sample > 0 !== (samples[at - 1] ?? 0) > 0 ? 1 : 0), 0)
  return { clips, sounds, pass, stop, correction, times: () => clips.map(({ atMs }) => atMs), pitch }
}

it("Y4 clicks on each second of the server's time, at the volume of the page", async () => {
  const { clips, times, pass } = metronome()
  await pass(5_000)
  expect(times()).toEqual([750, 1_750, 2_750, 3_750, 4_750, 5_750].slice(0, times().length))
  expect(times().length).toBeGreaterThanOrEqual(5)
  expect(clips.every(({ gain }) => gain === 0.5)).toBe(true)
})

it('Y4 every fourth click is higher, the same one on every device', async () => {
  const { clips, pass, pitch } = metronome({ aheadMs: 2_000 })
  await pass(9_000)
  // The first click is at second 3 of the server's clock. A click is high if the number of its second is divisible by
  // 4.
  const isHigh = clips.map((clip) => pitch(clip) > 80)
  expect(isHigh.slice(0, 6)).toEqual([false, true, false, false, false, true])
})

it('Y4 clicks earlier by the correction, also after a change', async () => {
  const { correction, times, pass } = metronome({ correctionMs: 180 })
  await pass(2_000)
  expect(times().slice(0, 2)).toEqual([570, 1_570])
  correction.current = 200
  await pass(2_000)
  expect(times().at(-1)).toBe(3_550)
})

it('Y4 is silent after it is stopped', async () => {
  const { clips, pass, stop } = metronome()
  await pass(2_000)
  stop()
  const before = clips.length
  await pass(5_000)
  expect(clips).toHaveLength(before)
})

it('Y4 says after two missed clicks that the sound is blocked, and when it is heard again', async () => {
  const played = [false, false, true]
  const { sounds, pass } = metronome({ isPlayed: () => played.shift() ?? true })
  await pass(2_600)
  expect(sounds).toEqual([true, false, true])
})
