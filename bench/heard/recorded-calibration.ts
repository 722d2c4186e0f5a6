import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DrivenPage, evaluate, press } from '@jointly/dev/browsers/driven-page'
import type { ApiUser } from '@jointly/dev/world/api-user'
import { startServer } from '@jointly/dev/world/server-process'
import { playedChirp } from '@jointly/web/room/chirp'
import { chirpsMs, slotsOf } from '@jointly/web/room/schedule'
import { type Row, row } from '../report.ts'
import { sessionOf, type TestSong, writeSongs } from '../sync/songs.ts'
import { listener } from '../voters.ts'
import { openCalibration } from './calibration-client.ts'
import {
  BEFORE_MS,
  calibrationRows,
  type DeviceRecording,
  type Mix,
  powerOf,
  spreadOf,
} from './calibration-rows.ts'
import { findPrograms, waitUntilFound } from './heard.ts'
import { type Engine, launchers, SIZE } from './listening.ts'
import { LoudspeakerRecorder, startLoudspeakers } from './loudspeakers.ts'
import { RATE } from './pulse-client.ts'

const SINKS = ['first', 'second']
const PAIRS: readonly (readonly Engine[])[] = [
  ['Chromium', 'Chromium'],
  ['Chromium', 'Firefox'],
  ['Firefox', 'Firefox'],
]
/** The delay that is added to the recording of each browser. The second one is that of a Bluetooth speaker. */
const ADDED_MS = [0, 182]
const AFTER_MS = 1_800
const MIXES: readonly Mix[] = [
  { noiseDb: 20, musicDb: null },
  { noiseDb: 10, musicDb: 10 },
  { noiseDb: 0, musicDb: null },
]

const ATTEMPTS = 4
/** If the delays of a device's chirps differ by more than this, its browser has stuttered. */
const UNEVEN_MS = 2.5

/**
 * Measures the room calibration with the recorded sound of two browsers. Both browsers play the chirps of the app on
 * virtual loudspeakers. A known delay is added to one recording. The recordings are mixed with noise and music, and the
 * code of the app finds the chirps in the mix. The true times come from each recording without noise, by correlation.
 * `HEARD_PAIRS` chooses pairs.
 */
export async function recordedCalibration(): Promise<Row[]> {
  const executables = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const [song] = await writeSongs(join(folder, 'music'), [
    { title: 'Falling Pebbles', seconds: 90, fileRate: 44_100, seed: 7 },
  ])
  if (!song) throw new Error('there is no song')
  const loudspeakers = await startLoudspeakers(folder, SINKS)
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: join(folder, 'music') })
  try {
    const people = await Promise.all(
      ['ann', 'ben'].map((name) => listener(server.origin, `listener-${name}`, name)),
    )
    await waitUntilFound(people[0], song)
    const wanted = process.env.HEARD_PAIRS?.split(',')
    const rows: Row[] = []
    for (const pair of PAIRS.filter((each) => !wanted || wanted.includes(each.join('-')))) {
      const open = (place: number) => {
        const [engine, sink] = [pair[place], SINKS[place]]
        if (engine === undefined || sink === undefined) throw new Error('there is no browser')
        const environment = loudspeakers.environmentOf(sink)
        return launchers[engine]({ executablePath: executables[engine], size: SIZE, environment })
      }
      const record = () =>
        Promise.all(SINKS.map((sink) => LoudspeakerRecorder.start(loudspeakers.client, sink)))
      let recordings = await playChirps({ origin: server.origin, people, song, open, record })
      let attempts = 1
      // A recording with a stutter has no exact times, so it is repeated. A person would measure again, too.
      for (; attempts < ATTEMPTS && recordings.some(isUneven); attempts += 1)
        recordings = await playChirps({ origin: server.origin, people, song, open, record })
      rows.push(row(`${pair.join(' and ')}: attempts`, attempts, ''))
      rows.push(...MIXES.flatMap((mix) => calibrationRows(pair.join(' and '), recordings, song, mix)))
    }
    return rows
  } finally {
    await server.end('SIGTERM')
    await loudspeakers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const isUneven = (recording: DeviceRecording): boolean => spreadOf(recording) > UNEVEN_MS

type ChirpSetup = {
  readonly origin: string
  readonly people: readonly ApiUser[]
  readonly song: TestSong
  open(place: number): Promise<DrivenPage>
  record(): Promise<readonly LoudspeakerRecorder[]>
}

/** Lets two browsers play the chirps of a calibration. @returns the recording of each, in the order of the chirps */
async function playChirps({ origin, people, song, open, record }: ChirpSetup): Promise<DeviceRecording[]> {
  const [host] = people
  if (!host) throw new Error('nobody is there')
  const ssid = await sessionOf(host, [song])
  const pages: DrivenPage[] = []
  try {
    for (const [place, { token }] of people.entries()) {
      const page = await open(place)
      pages.push(page)
      await page.goto(`${origin}/icon-192.png`)
      await evaluate(page, (value) => localStorage.setItem('token', value), token)
      await page.goto(`${origin}/#/app/${ssid}`)
      await press(page, 'Play')
    }
    // The app needs some seconds to measure the delay of the output.
    await pause(8_000)
    const calibration = await openCalibration(origin, host, ssid)
    const [, guest] = pages
    if (guest) await press(guest, 'Take part')
    const recorders = await record()
    const { startTime, by } = await calibration.measure(people.length)
    await pause(startTime + chirpsMs(by.length) + AFTER_MS - Date.now())
    for (const recorder of recorders) await recorder.stop()
    calibration.close()
    return by.map((userId, device) => {
      const place = people.findIndex(({ user }) => user.id === userId)
      const recorder = recorders[place]
      if (!recorder) throw new Error('a device of nobody took part')
      return recordingOf(recorder, { device, devices: by.length, startTime, addedMs: ADDED_MS[place] ?? 0 })
    })
  } finally {
    for (const page of pages) await page.close()
    await host.call('deleteSession', { params: { ssid } })
  }
}

type ChirpTimes = { device: number; devices: number; startTime: number; addedMs: number }

function recordingOf(
  recorder: LoudspeakerRecorder,
  { device, devices, startTime, addedMs }: ChirpTimes,
): DeviceRecording {
  const beginMs = startTime - BEFORE_MS - addedMs
  const from = Math.round(((beginMs - recorder.heardAtMs(0)) / 1000) * RATE)
  const count = Math.round(((BEFORE_MS + chirpsMs(devices) + AFTER_MS) / 1000) * RATE)
  const samples = Float32Array.from({ length: count }, (_, index) => recorder.samples[from + index] ?? 0)
  const own = slotsOf(devices).filter((slot) => slot.device === device)
  const found = own.map(({ round, atMs }) => {
    const chirp = playedChirp(device, round).samples
    return { at: placeOf(chirp, samples, ((BEFORE_MS + atMs) / 1000) * RATE), atMs, length: chirp.length }
  })
  const power = found.reduce((sum, { at, length }) => sum + powerOf(samples.subarray(at, at + length)), 0)
  return {
    samples,
    lateMs: found.map(({ at, atMs }) => (at / RATE) * 1000 - BEFORE_MS - atMs),
    loudness: Math.sqrt(power / found.length),
  }
}

const REACH_MS = 600
const THINNED = 3

/** Returns the sample at which a sound begins in a recording, by correlation around an expected sample. */
function placeOf(sound: Float32Array, recording: Float32Array, expected: number): number {
  const reach = (REACH_MS / 1000) * RATE
  const coarse = best(sound, recording, { from: expected - reach, until: expected + reach, step: THINNED })
  return best(sound, recording, { from: coarse - THINNED, until: coarse + THINNED, step: 1 })
}

/** Returns the sample in a range at which the correlation is highest. Only every `step`th sample is used. */
function best(
  sound: Float32Array,
  recording: Float32Array,
  { from, until, step }: { from: number; until: number; step: number },
): number {
  let found = { at: Math.round(from), product: 0 }
  for (let at = Math.round(from); at <= until; at += step) {
    let product = 0
    for (let index = 0; index < sound.length; index += step)
      product += (sound[index] ?? 0) * (recording[at + index] ?? 0)
    if (product > found.product) found = { at, product }
  }
  return found.at
}
