import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findChromium, findOnPath } from '@jointly/dev/setup/chromium'
import { findFirefox, findWebKitDriver } from '@jointly/dev/setup/other-browsers'
import { type ApiUser, granted } from '@jointly/dev/world/api-user'
import { installPrograms } from '../programs.ts'
import { type Row, row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import type { PathDelay } from '../sync/path.ts'
import { type TestSong, writeSongs } from '../sync/songs.ts'
import { listener } from '../voters.ts'
import { heardRows, medianRows } from './figures.ts'
import { type Engine, engines, listenInPair, type Party } from './listening.ts'
import { methodErrorMs, startLoudspeakers } from './loudspeakers.ts'

const SONG = { title: 'Falling Pebbles', seconds: 32, fileRate: 44_100, seed: 7 }
const SINKS = ['first', 'second']
const PLAIN_SINK = 'plain'
const DELAYS: readonly PathDelay[] = [
  { ms: 0, jitterMs: 0 },
  { ms: 40, jitterMs: 20 },
]
const RUNS = 3
const ATTEMPTS = 2
/** The time limit for one pair of browsers, which needs about a minute. */
const PAIR_LIMIT_MS = 150_000

/**
 * Measures when two browsers play their sound, without the browsers' own figures. Each browser plays on a virtual
 * loudspeaker and on its own core of the processor, and the recording of the loudspeaker is compared with the file of
 * the song. The pair of two Chromium browsers is also measured with wrong clocks in the first browser.
 * All pairs are measured three times, one after the other, because the machine sometimes stops a browser for a moment.
 * A figure is the median of the three, and the worst of them is beside it (`medianRows`).
 * `HEARD_PAIRS`, such as `Chromium-Firefox,Firefox-Firefox`, chooses pairs. `HEARD_DELAYS`, such as `0`, chooses the
 * delays of the network in milliseconds. `HEARD_RUNS`, such as `1`, chooses the number of runs.
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
    const runs: Row[][] = []
    for (let run = 0; run < chosenRuns(); run += 1) runs.push(await measureAll(party))
    return [...rows, ...medianRows(runs)]
  } finally {
    await server.end('SIGTERM')
    await loudspeakers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures each pair once, with each delay of the network. */
async function measureAll(party: Party): Promise<Row[]> {
  const rows: Row[] = []
  for (const delay of chosenDelays())
    for (const pair of chosenPairs()) {
      const title = `${pair.join(' and ')}, ${delay.ms} ± ${delay.jitterMs} ms`
      rows.push(...(await measured(title, party, () => listenInPair(party, pair, delay))))
      if (pair.some((engine) => engine !== 'Chromium')) continue
      const listen = () => listenInPair(party, pair, delay, [String(skewClocks)])
      rows.push(...(await measured(`${title}, clocks of the first wrong`, party, listen)))
    }
  return rows
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
        row(`${title}: recorded`, 1, '', { exactly: 1 }),
        ...heardRows(title, song, startTime, listenings),
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

const chosenRuns = (): number => Number(process.env.HEARD_RUNS ?? RUNS)

export async function waitUntilFound(person: ApiUser | undefined, { title }: TestSong): Promise<void> {
  for (let attempt = 0; person && attempt < 100; attempt += 1) {
    if (granted(await person.call('songs', { query: { query: title } })).data.length > 0) return
    await pause(100)
  }
  throw new Error('the music folder was not read')
}
