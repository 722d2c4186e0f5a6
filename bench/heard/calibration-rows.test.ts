import { playedChirp } from '@jointly/web/room/chirp'
import { chirpsMs, slotsOf } from '@jointly/web/room/schedule'
import { expect, test } from 'vitest'
import { BEFORE_MS, calibrationRows, type DeviceRecording, powerOf } from './calibration-rows.ts'
import { RATE } from './pulse-client.ts'

const DEVICES = 2
const AFTER_MS = 1_800

const samplesOf = (ms: number): number => Math.round((ms * RATE) / 1_000)

/** Returns the recording of a device. `lateMs`: how late its chirp is in each round. */
function recordingOf(device: number, lateMs: readonly number[]): DeviceRecording {
  const samples = new Float32Array(samplesOf(BEFORE_MS + chirpsMs(DEVICES) + AFTER_MS))
  for (const slot of slotsOf(DEVICES).filter((each) => each.device === device))
    samples.set(
      playedChirp(device, slot.round).samples,
      samplesOf(BEFORE_MS + slot.atMs + (lateMs[slot.round] ?? 0)),
    )
  return { samples, lateMs, loudness: Math.sqrt(powerOf(playedChirp(device, 0).samples)) }
}

const judged = (secondLateMs: readonly number[]) =>
  calibrationRows(
    'a pair',
    [recordingOf(0, [20, 20, 20, 20, 20, 20]), recordingOf(1, secondLateMs)],
    { samples: new Float32Array() },
    { noiseDb: 20, musicDb: null },
  )
    .filter(({ met }) => met !== null)
    .map(({ what, met }) => [what.replace(/.*: /, ''), met])

test('Y7 only a device that the app corrects counts as found', () => {
  expect(judged([200, 200, 200, 200, 200, 200])).toEqual([
    ['devices found of 2', true],
    ['error of the calibration', true],
  ])
  expect(judged([200, 202, 200, 202, 200, 202])).toEqual([
    ['devices found of 2', false],
    ['error of the calibration', false],
  ])
})
