import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DrivenPage, evaluate, press } from '@jointly/dev/browsers/driven-page'
import { granted } from '@jointly/dev/world/api-user'
import { type Row, row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { openPath, type Path } from '../sync/path.ts'
import { sessionOf, writeSongs } from '../sync/songs.ts'
import { listener } from '../voters.ts'
import { findPrograms, waitUntilFound } from './heard.ts'
import { type Engine, engines, launchers, rates, readBadges, recordBadges, SIZE } from './listening.ts'
import { LoudspeakerRecorder, startLoudspeakers } from './loudspeakers.ts'
import { rowsOf, type Trial, trialRows, WATCH_MS } from './trial.ts'

const SINKS = ['first', 'second']
const SLEEP_MS = 60_000
const CUT_MS = 8_000
const HIDDEN_SEC = 30
const INTERRUPTED_MS = 3_000

declare global {
  interface Window {
    heardContexts: AudioContext[]
    showAgain: () => void
  }
}

/**
 * Records browsers to measure how soon each is in sync again after four disturbances: an interruption, a time without
 * network, a sleep during which the song changes, and a hidden tab. For the sleep, all processes of the browser are
 * stopped for a minute. `RESUME_ENGINES`, such as `Firefox`, chooses the browsers. `RESUME_HIDDEN_SEC`, such as `600`,
 * sets how long the tab is hidden, in seconds.
 */
export async function resume(): Promise<Row[]> {
  const wanted = process.env.RESUME_ENGINES?.split(',') ?? engines
  const rows: Row[] = []
  for (const engine of engines.filter((each) => wanted.includes(each)))
    rows.push(...(await rowsOf(engine, resumeIn)))
  return rows
}

async function resumeIn(engine: Engine): Promise<Row[]> {
  const executables = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const hiddenSec = Number(process.env.RESUME_HIDDEN_SEC ?? HIDDEN_SEC)
  const songs = await writeSongs(join(folder, 'music'), [
    { title: 'Falling Pebbles', seconds: 66, fileRate: 44_100, seed: 7 },
    { title: 'Rising Sparks', seconds: 100 + hiddenSec, fileRate: 44_100, seed: 11 },
  ])
  const loudspeakers = await startLoudspeakers(folder, SINKS, rates[engine])
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: join(folder, 'music') })
  const paths: Path[] = []
  const pages: DrivenPage[] = []
  try {
    const people = await Promise.all(
      ['ann', 'ben'].map((name) => listener(server.origin, `listener-${name}`, name)),
    )
    const [host] = people
    if (!host) throw new Error('nobody is there')
    for (const song of songs) await waitUntilFound(host, song)
    const ssid = await sessionOf(host, songs)
    // The second browser keeps the session active while the first one sleeps.
    for (const [index, each] of [engine, 'Chromium' as const].entries()) {
      const path = await openPath(server.origin, { ms: 0, jitterMs: 0 })
      paths.push(path)
      const page = await launchers[each]({
        executablePath: executables[each],
        size: SIZE,
        environment: loudspeakers.environmentOf(SINKS[index] ?? ''),
      })
      pages.push(page)
      await page.goto(`${path.origin}/icon-192.png`)
      await evaluate(page, (token) => localStorage.setItem('token', token), people[index]?.token ?? '')
      await page.goto(`${path.origin}/#/app/${ssid}`)
      await pause(2_000)
      await evaluate(page, keepContexts)
      await press(page, 'Play')
    }
    const [page] = pages
    const [path] = paths
    if (!page || !path) throw new Error('no browser is there')
    const { song: first, startTime } = granted(await host.call('session', { params: { ssid } })).nowPlaying
    if (startTime === null) throw new Error('nothing plays')
    if (first?.title !== songs[0]?.title) songs.reverse()
    const recorder = await LoudspeakerRecorder.start(loudspeakers.client, 'first', rates[engine])
    await evaluate(page, recordBadges)
    await pause(6_000)
    const trials: Trial[] = []
    const tried = async (name: string, run: () => Promise<unknown>) => {
      await run()
      trials.push({ name, endMs: Date.now(), recorder })
      await pause(WATCH_MS)
    }
    await tried('an interruption', () => interrupt(page))
    await tried('a network that was gone for 8 s', () => path.cut(CUT_MS))
    await tried('a sleep of a minute', () => sleep(loudspeakers.processesOn(SINKS[0] ?? '')))
    await tried(`${hiddenSec} s in a hidden tab`, () => hide(page, hiddenSec * 1_000))
    await recorder.stop()
    const { badges } = await evaluate(page, readBadges)
    return [
      ...trials.flatMap((trial) => trialRows(engine, trial, { songs, startTime, badges })),
      row(`${engine}: load of the machine`, loadavg()[0] ?? 0, ''),
    ]
  } finally {
    for (const page of pages) await page.close()
    for (const path of paths) await path.close()
    await server.end('SIGTERM')
    await loudspeakers.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Collects the audio contexts that the page opens, in `heardContexts`. This runs in the page. */
function keepContexts(): null {
  window.heardContexts = []
  const Plain = window.AudioContext
  window.AudioContext = class extends Plain {
    constructor(options?: AudioContextOptions) {
      super(options)
      window.heardContexts.push(this)
    }
  }
  return null
}

/** Stops the sound of a page, as an incoming phone call does. */
async function interrupt(page: DrivenPage): Promise<void> {
  // In Firefox, the player also opens graphs that only measure the delay, and closes them again (M11).
  await evaluate(page, async () => {
    for (const context of window.heardContexts) if (context.state !== 'closed') await context.suspend()
    return null
  })
  await pause(INTERRUPTED_MS)
  await evaluate(page, async () => {
    for (const context of window.heardContexts) if (context.state !== 'closed') await context.resume()
    return null
  })
}

/** Stops all processes of a browser for a minute, as a sleep does. */
async function sleep(processes: readonly number[]): Promise<void> {
  for (const id of processes) process.kill(id, 'SIGSTOP')
  await pause(SLEEP_MS)
  for (const id of processes) process.kill(id, 'SIGCONT')
}

/**
 * Makes a page believe that it is hidden, because a browser without a screen hides no page. Its timers run only once a
 * second meanwhile, as in a hidden tab that plays sound.
 */
async function hide(page: DrivenPage, ms: number): Promise<void> {
  await evaluate(page, () => {
    const plain = { setTimeout: window.setTimeout, setInterval: window.setInterval }
    const late = (delayMs = 0) => Math.max(0, Math.ceil((Date.now() + delayMs) / 1_000) * 1_000 - Date.now())
    Object.assign(window, {
      showAgain: () => Object.assign(window, plain),
      setTimeout: (run: () => void, delayMs?: number) => plain.setTimeout.call(window, run, late(delayMs)),
      setInterval: (run: () => void, delayMs = 0) =>
        plain.setInterval.call(window, run, Math.max(1_000, delayMs)),
    })
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    return null
  })
  await pause(ms)
  await evaluate(page, () => {
    window.showAgain()
    Reflect.deleteProperty(document, 'visibilityState')
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    return null
  })
}
