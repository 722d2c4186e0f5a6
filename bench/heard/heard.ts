import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findChromium, findOnPath } from '@jointly/dev/setup/chromium'
import { findFirefox, findWebKitDriver } from '@jointly/dev/setup/other-browsers'
import { type ApiUser, granted } from '@jointly/dev/world/api-user'
import { installPrograms } from '../programs.ts'
import { median, percentile, type Row, row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import type { PathDelay } from '../sync/path.ts'
import { findPosition, LISTEN_MS } from '../sync/recorded-sound.ts'
import { type TestSong, writeSongs } from '../sync/songs.ts'
import { listener } from '../voters.ts'
import { type Engine, engines, type Listening, listenInPair, type Party } from './listening.ts'
import { methodErrorMs, startLoudspeakers } from './loudspeakers.ts'

const SONG = { title: 'Falling Pebbles', seconds: 32, fileRate: 44_100, seed: 7 }
const SINKS = ['first', 'second']
const PLAIN_SINK = 'plain'
const DELAYS: readonly PathDelay[] = [
  { ms: 0, jitterMs: 0 },
  { ms: 40, jitterMs: 20 },
]
const STEP_MS = 100
const ATTEMPTS = 2
/** The time limit for one pair of browsers, which needs about a minute. */
const PAIR_LIMIT_MS = 150_000
const EARLY_MS = 5_000
/** A measurement has about 300 comparisons. With fewer than this, it is not valid. */
const ENOUGH_LOOKS = 150

/**
 * Measures when two browsers play their sound, without the browsers' own figures. Each browser plays on a virtual
 * loudspeaker and on its own core of the processor, and the recording of the loudspeaker is compared with the file of
 * the song. The pair of two Chromium
 * browsers is also measured with wrong clocks in the first browser.
 * `HEARD_PAIRS`, such as `Chromium-Firefox,Firefox-Firefox`, chooses pairs. `HEARD_DELAYS`, such as `0`, chooses the
 * delays of the network in milliseconds.
 */
export async function heard(): Promise<Row[]> {
  const executables = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const [song] = await writeSongs(join(folder, 'music'), [SONG])
  if (!song) throw new Error('there is no song')
  const loudspeakers = await startLoudspeakers(folder, [...SINKS, PLAIN_SINK])
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: join(folder, 'music') })
  try {
    const { origin } = server
    const people = await Promise.all(['ann', 'ben'].map((name) => listener(origin, `listener-${name}`, name)))
    await waitUntilFound(people[0], song)
    const programs = await ownCores(folder, executables)
    const executable = (engine: Engine, place: number) => programs[place]?.[engine] ?? ''
    const plain = { file: join(folder, 'music', `${song.title}.wav`), sink: PLAIN_SINK }
    const party: Party = { origin, people, song, loudspeakers, sinks: SINKS, plain, executable }
    const rows = [
      row('method: error of a click, largest', await methodErrorMs(loudspeakers, SINKS), 'ms', { atMost: 1 }),
    ]
    for (const delay of chosenDelays())
      for (const pair of chosenPairs()) {
        const title = `${pair.join(' and ')}, ${delay.ms} ± ${delay.jitterMs} ms`
        rows.push(...(await measured(title, party, () => listenInPair(party, pair, delay))))
        if (pair.some((engine) => engine !== 'Chromium')) continue
        const listen = () => listenInPair(party, pair, delay, [String(skewClocks)])
        rows.push(...(await measured(`${title}, clocks of the first wrong`, party, listen)))
      }
    return rows
  } finally {
    await server.end('SIGTERM')
    await loudspeakers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Writes programs that start a browser on one core of the processor, a different core for each place of a pair. In real
 * life, each browser is on a device of its own. On shared cores, the start of the second player takes the time that the
 * sound of the first one needs.
 */
async function ownCores(
  folder: string,
  executables: Readonly<Record<Engine, string>>,
): Promise<Record<Engine, string>[]> {
  const writeProgram = async (engine: Engine, place: number) => {
    const file = join(folder, `${engine}-${place}`)
    const core = place % availableParallelism()
    await writeFile(file, `#!/bin/sh\nexec taskset -c ${core} ${executables[engine]} "$@"\n`, { mode: 0o700 })
    return file
  }
  return Promise.all(
    SINKS.map(async (_, place) => ({
      Chromium: await writeProgram('Chromium', place),
      Firefox: await writeProgram('Firefox', place),
      WebKitGTK: await writeProgram('WebKitGTK', place),
    })),
  )
}

/**
 * Measures a pair of browsers. If a browser does not start or plays no sound, the measurement is repeated once.
 * @returns the rows of the pair, or one row with a missed goal if both attempts fail
 */
async function measured(
  title: string,
  { song, loudspeakers, sinks }: Party,
  listen: () => ReturnType<typeof listenInPair>,
): Promise<Row[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const { listenings, startTime, lostMs } = await within(PAIR_LIMIT_MS, listen())
      return [
        ...rowsOf(title, song, startTime, listenings),
        row(`${title}: sound that a player without a browser lost`, lostMs, 'ms'),
      ]
    } catch (error) {
      console.warn(`${title}, attempt ${attempt}: ${String(error)}`)
      for (const id of sinks.flatMap(loudspeakers.processesOn)) process.kill(id, 'SIGKILL')
    }
  }
  return [row(`${title}: recorded`, 0, '', { exactly: 1 })]
}

/** Waits for a promise. @throws if it is not settled within the limit */
async function within<T>(limitMs: number, waited: Promise<T>): Promise<T> {
  const limit = new AbortController()
  const tooLate = pause(limitMs, null, { signal: limit.signal }).then(() => {
    throw new Error(`not finished after ${limitMs / 1000} s`)
  })
  try {
    return await Promise.race([waited, tooLate])
  } finally {
    limit.abort()
    tooLate.catch(() => undefined)
  }
}

/** Finds the browsers and PulseAudio, and installs them if they are missing (`installPrograms`). */
export function findPrograms(): Record<Engine, string> {
  installPrograms({
    chromium: findChromium,
    'firefox-esr': findFirefox,
    'webkit2gtk-driver': findWebKitDriver,
    xvfb: () => findOnPath(['Xvfb']),
    pulseaudio: () => findOnPath(['pulseaudio']),
    'pulseaudio-utils': () => findOnPath(['pactl']),
    'util-linux': () => findOnPath(['taskset']),
  })
  return {
    Chromium: findChromium() ?? '',
    Firefox: findFirefox() ?? '',
    WebKitGTK: findWebKitDriver() ?? '',
  }
}

/**
 * Makes the clocks of a page wrong: `Date.now` is an hour behind, and the monotonic time is 200 ppm too fast. This runs
 * in the page.
 */
function skewClocks(): void {
  const tooFast = 1 + 200e-6
  const date = Date.now.bind(Date)
  const monotonic = performance.now.bind(performance)
  Date.now = () => date() - 3_600_000
  performance.now = () => monotonic() * tooFast
  const read = Reflect.get(AudioContext.prototype, 'getOutputTimestamp')
  AudioContext.prototype.getOutputTimestamp = function () {
    const { contextTime = 0, performanceTime = 0 } = read.call(this)
    return { contextTime, performanceTime: performanceTime * tooFast }
  }
}

function chosenPairs(): readonly (readonly Engine[])[] {
  const all = engines.flatMap((one, index) => engines.slice(index).map((other) => [one, other]))
  const wanted = process.env.HEARD_PAIRS?.split(',')
  return wanted ? all.filter((pair) => wanted.includes(pair.join('-'))) : all
}

function chosenDelays(): readonly PathDelay[] {
  const wanted = process.env.HEARD_DELAYS?.split(',').map(Number)
  return wanted ? DELAYS.filter(({ ms }) => wanted.includes(ms)) : DELAYS
}

export async function waitUntilFound(person: ApiUser | undefined, { title }: TestSong): Promise<void> {
  for (let attempt = 0; person && attempt < 100; attempt += 1) {
    if (granted(await person.call('songs', { query: { query: title } })).data.length > 0) return
    await pause(100)
  }
  throw new Error('the music folder was not read')
}

/** One comparison at an epoch time: by how much the sound of a browser is later than the position of the session. */
type Look = { readonly atMs: number; readonly lateMs: number }

function rowsOf(title: string, song: TestSong, startTime: number, listenings: readonly Listening[]): Row[] {
  const looksOf = listenings.map((listening) => looks(song, startTime, listening))
  const rows = listenings.flatMap(({ engine, badges, recorder }, index) => {
    const all = looksOf[index] ?? []
    if (all.length < ENOUGH_LOOKS) throw new Error(`${engine} was recorded at ${all.length} moments only`)
    const firstMs = all[0]?.atMs ?? 0
    const early = late(all.filter(({ atMs }) => atMs < firstMs + EARLY_MS))
    const steady = late(all.filter(({ atMs }) => atMs >= firstMs + EARLY_MS))
    const name = `${title}: ${index === 0 ? 'first' : 'second'}, ${engine}`
    const badge = badgeOf(badges, all)
    return [
      row(`${name}, late, p05`, percentile(steady, 0.05), 'ms'),
      row(`${name}, late, p50`, median(steady), 'ms'),
      row(`${name}, late, p95`, percentile(steady, 0.95), 'ms'),
      row(`${name}, off, p95`, percentile(steady.map(Math.abs), 0.95), 'ms', { atMost: 10 }),
      row(`${name}, off in the first 5 s, p95`, percentile(early.map(Math.abs), 0.95), 'ms', { atMost: 20 }),
      row(`${name}, badge with a figure`, badge.shownPercent, '%'),
      row(`${name}, badge true`, badge.truePercent, '%', { atLeast: 95 }),
      row(`${name}, badge, p50`, badge.medianMs, 'ms'),
      row(
        `${name}, error of the recorded times, largest`,
        largest(all.map(({ atMs }) => recorder.doubtMs(atMs))),
        'ms',
      ),
    ]
  })
  const [one = [], other = []] = looksOf
  const otherAt = new Map(other.map(({ atMs, lateMs }) => [atMs, lateMs]))
  const apart = one.flatMap(({ atMs, lateMs }) => {
    const theirs = otherAt.get(atMs)
    return theirs === undefined ? [] : [Math.abs(lateMs - theirs)]
  })
  const settled = apart.slice(EARLY_MS / STEP_MS)
  return [
    ...rows,
    row(`${title}: apart, p50`, median(settled), 'ms'),
    row(`${title}: apart, p95`, percentile(settled, 0.95), 'ms', { atMost: 10 }),
    row(`${title}: load of the machine`, loadavg()[0] ?? 0, ''),
  ]
}

const largest = (values: readonly number[]): number => Math.max(...values)
const late = (all: readonly Look[]): number[] => all.map(({ lateMs }) => lateMs)

function looks(song: TestSong, startTime: number, { recorder }: Listening): Look[] {
  const count = Math.floor((song.durationMs - 1_000) / STEP_MS)
  return Array.from({ length: count }, (_, step) => startTime + step * STEP_MS).flatMap((atMs) => {
    const heardNow = recorder.soundAt(atMs, LISTEN_MS)
    const positionMs = findPosition(heardNow, song.samples, atMs - startTime)
    return positionMs === null ? [] : [{ atMs, lateMs: atMs - startTime - positionMs }]
  })
}

/**
 * Compares what the player's badge showed with the recording. The badge is right if it shows no number, or if the
 * sound differs from the position of the session by at most the milliseconds that it shows.
 */
function badgeOf(badges: Listening['badges'], all: readonly Look[]) {
  const shown: number[] = []
  let count = 0
  let right = 0
  for (const { atMs, text } of badges) {
    const look = all.find((each) => Math.abs(each.atMs - atMs) <= STEP_MS / 2)
    if (!look) continue
    count += 1
    const within = Number(/±\D*(\d+)/.exec(text)?.[1] ?? Number.NaN)
    if (!Number.isNaN(within)) shown.push(within)
    if (Number.isNaN(within) || Math.abs(look.lateMs) <= within) right += 1
  }
  return {
    shownPercent: (100 * shown.length) / Math.max(1, count),
    truePercent: (100 * right) / Math.max(1, count),
    medianMs: shown.length > 0 ? median(shown) : 0,
  }
}
