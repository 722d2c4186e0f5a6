import { measureRoom } from '@jointly/web/room/measure'
import { slotsOf } from '@jointly/web/room/schedule'
import { RECORDED_RATE, type Room, recordRoom } from '@jointly/web/room/simulation'
import { median, type Row, row } from './report.ts'

const devices = 8
const roomsEach = 5
const goalMs = 3
const none = Number.POSITIVE_INFINITY

type Kind = Pick<Room, 'echoSec' | 'echoGain' | 'noiseDb' | 'musicDb'>

const living = { echoSec: 0.4, echoGain: 0.7, noiseDb: 10, musicDb: 10 }
/**
 * The simulated rooms. In every room, the delay of a found device must be right. If `findsAll`, every device must be
 * found, too.
 */
const rooms: readonly { name: string; kind: Kind; findsAll: boolean }[] = [
  {
    name: 'no echoes, 20 dB above noise',
    kind: { echoSec: 0, echoGain: 0, noiseDb: 20, musicDb: none },
    findsAll: true,
  },
  { name: 'living room, 10 dB above noise', kind: { ...living, musicDb: none }, findsAll: true },
  { name: 'living room, 10 dB, music at -10 dB', kind: living, findsAll: true },
  { name: 'living room, 10 dB, music at 0 dB', kind: { ...living, musicDb: 0 }, findsAll: true },
  {
    name: 'hall with louder echoes, 10 dB, music at -10 dB',
    kind: { ...living, echoSec: 0.9, echoGain: 1.3 },
    findsAll: false,
  },
  ...[0, -10, -20, -30].map((noiseDb) => ({
    name: `living room, ${noiseDb} dB above noise`,
    kind: { ...living, noiseDb, musicDb: none },
    findsAll: false,
  })),
]

/** Creates a generator of pseudo-random numbers from 0 to 1, which are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Simulates a room of this kind and calibrates the devices in it. */
function measure(kind: Kind, seed: number): { found: number; errorsMs: number[]; tookMs: number } {
  const random = numbers(seed * 7_919)
  const speakers = Array.from({ length: devices }, () => ({
    delayMs: random() * 350,
    metres: 0.5 + random() * 5,
    gain: 10 ** ((-12 * random()) / 20),
  }))
  const room = {
    ...kind,
    devices: speakers,
    skewPpm: 300 * random() - 150,
    inputDelayMs: 150 * random(),
    seed,
  }
  const { samples, startMs } = recordRoom(room, slotsOf(devices))
  const startedMs = performance.now()
  const arrivals = measureRoom({ samples, sampleRate: RECORDED_RATE }, devices, startMs)
  const tookMs = performance.now() - startedMs
  const offsets = arrivals.map(({ device, lateMs }) => {
    const { delayMs, metres } = speakers[device] ?? { delayMs: 0, metres: 0 }
    return lateMs - delayMs - (metres * 1_000) / 343
  })
  const middle = offsets.length > 0 ? median(offsets) : 0
  return { found: arrivals.length, errorsMs: offsets.map((offset) => Math.abs(offset - middle)), tookMs }
}

/**
 * Measures the room calibration in simulated rooms: eight devices with delays of up to 350 ms, 0.5 to 5.5 m from the
 * microphone, up to 12 dB apart in loudness, and a microphone whose clock is up to 150 ppm wrong.
 */
export async function calibration(): Promise<Row[]> {
  const rows: Row[] = []
  const times: number[] = []
  for (const { name, kind, findsAll } of rooms) {
    const runs = Array.from({ length: roomsEach }, (_, index) => measure(kind, index + 1))
    const found = runs.reduce((sum, run) => sum + run.found, 0)
    const errors = runs.flatMap(({ errorsMs }) => errorsMs)
    times.push(...runs.map(({ tookMs }) => tookMs))
    rows.push(
      row(
        `${name}: recognised of ${roomsEach * devices}`,
        found,
        'devices',
        findsAll ? { exactly: roomsEach * devices } : {},
      ),
      row(`${name}: largest error`, Math.max(0, ...errors), 'ms', { atMost: goalMs }),
    )
  }
  return [...rows, row('calculation for eight devices, median', median(times), 'ms')]
}
