import { numbersOf } from '@jointly/web/room/chirp'
import { measureRoom } from '@jointly/web/room/measure'
import { suggestionsOf } from '@jointly/web/room/suggestions'
import { median, type Row, row } from '../report.ts'
import { REFERENCE_RATE, type TestSong } from '../sync/songs.ts'
import { RATE } from './pulse-client.ts'

/** A recording begins this number of milliseconds before the first chirp. */
export const BEFORE_MS = 1_000
const GOAL_MS = 3

/** The sound of a device as a microphone would record it. `lateMs`: how late each chirp is after its planned time. */
export type DeviceRecording = {
  readonly samples: Float32Array
  readonly lateMs: readonly number[]
  readonly loudness: number
}

/** How much louder the chirps are than the noise and the music, in decibels. Null means no music. */
export type Mix = { readonly noiseDb: number; readonly musicDb: number | null }

export const spreadOf = ({ lateMs }: DeviceRecording): number => Math.max(...lateMs) - Math.min(...lateMs)

export const powerOf = (samples: Float32Array): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)

/**
 * Mixes the recordings of two devices with noise and music, and measures the mix as the app does. A device is found only
 * if the app corrects it, so one whose chirps vary too much is not found.
 */
export function calibrationRows(
  pair: string,
  recordings: readonly DeviceRecording[],
  song: Pick<TestSong, 'samples'>,
  mix: Mix,
): Row[] {
  const { noiseDb, musicDb } = mix
  const loudness = Math.min(...recordings.map((each) => each.loudness))
  const random = numbersOf(noiseDb + 1)
  const noise = loudness / 10 ** (noiseDb / 20)
  const music = musicDb === null ? 0 : loudness / 10 ** (musicDb / 20) / Math.sqrt(powerOf(song.samples))
  const samples = Float32Array.from(recordings[0]?.samples ?? [], (_, at) => {
    const chirps = recordings.reduce((sum, each) => sum + (each.samples[at] ?? 0), 0)
    const normal = Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
    const played = song.samples[Math.floor((at * REFERENCE_RATE) / RATE)] ?? 0
    return chirps + normal * noise + played * music
  })
  const arrivals = measureRoom({ samples, sampleRate: RATE }, recordings.length, BEFORE_MS)
  const devices = recordings.map((_, device) => ({ device, correctionMs: 0 }))
  const suggestions = suggestionsOf(arrivals, devices)
  const correctionOf = (device: number) =>
    suggestions.find((each) => each.device === device)?.correctionMs ?? Number.NaN
  const trueMs = median(recordings[1]?.lateMs ?? []) - median(recordings[0]?.lateMs ?? [])
  const name = `${pair}, ${noiseDb} dB above noise${musicDb === null ? '' : `, music at -${musicDb} dB`}`
  return [
    row(`${name}: devices found of ${recordings.length}`, suggestions.length, '', {
      exactly: recordings.length,
    }),
    row(`${name}: the second is later by, true`, trueMs, 'ms'),
    row(`${name}: error of the calibration`, Math.abs(correctionOf(1) - correctionOf(0) - trueMs), 'ms', {
      atMost: GOAL_MS,
    }),
    row(`${name}: chirps of a device apart, largest`, Math.max(...recordings.map(spreadOf)), 'ms'),
  ]
}
