import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiUser } from '@jointly/dev/world/api-user'
import { chromiumFlags, findChromium } from '@jointly/dev/setup/chromium'
import { chromium } from '@playwright/test'
import { installPrograms } from '../programs.ts'
import { percentile, type Row, row } from '../report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { inFolder } from '../temporary.ts'
import { badgeRows } from './badge.ts'
import { type SyncFigures, figuresOf } from './figures.ts'
import { toolError } from './tool-error.ts'
import { type ListeningParty, listenTogether } from './room.ts'
import { type TestSong, writeSongs } from './songs.ts'
import type { PathDelay } from './path.ts'
import { listener } from '../voters.ts'

type Scenario = { readonly pages: number; readonly delay: PathDelay; readonly boundMs: number }

const DELAYS = [
  { delay: { ms: 0, jitterMs: 0 }, boundMs: 10 },
  { delay: { ms: 20, jitterMs: 5 }, boundMs: 20 },
  { delay: { ms: 80, jitterMs: 40 }, boundMs: 20 },
] as const
const SCENARIOS: readonly Scenario[] = [2, 5].flatMap((pages) => DELAYS.map((each) => ({ pages, ...each })))
const PEOPLE = ['ann', 'ben', 'cleo', 'dan', 'eva']

/**
 * Measures how far two listeners who hear the same song are apart in time, with the real app, server and built-in
 * provider in a real browser.
 */
export function sync(): Promise<Row[]> {
  return inFolder(measureAll)
}

async function measureAll(folder: string): Promise<Row[]> {
  const songs = await writeSongs(join(folder, 'music'))
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: join(folder, 'music') })
  installPrograms({ chromium: findChromium })
  const executablePath = findChromium() ?? ''
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] })
  try {
    const people = await Promise.all(PEOPLE.map((name) => listener(server.origin, `listener-${name}`, name)))
    await waitUntilFound(people[0], songs)
    const rows = [
      row(
        'tool: an injected shift of 37 ms is found within, p95',
        await toolError(browser, server.origin, songs),
        'ms',
        {
          atMost: 1,
        },
      ),
    ]
    for (const scenario of chosen())
      rows.push(...(await measure({ browser, origin: server.origin, people, songs }, scenario)))
    return rows
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/**
 * Returns the scenarios whose indexes are in `SYNC_SCENARIOS`, such as `0,3`. Without this setting, all are
 * returned.
 */
function chosen(): readonly Scenario[] {
  const places = process.env.SYNC_SCENARIOS?.split(',').map(Number)
  return places ? SCENARIOS.filter((_, index) => places.includes(index)) : SCENARIOS
}

/** Waits until the music folder was read. */
export async function waitUntilFound(person: ApiUser | undefined, songs: readonly TestSong[]): Promise<void> {
  for (let attempt = 0; person && attempt < 100; attempt += 1) {
    const answers = await Promise.all(
      songs.map(({ title }) => person.call('songs', { query: { query: title } })),
    )
    // If the server has closed the idle connection, a call fails. The next attempt opens a new connection.
    if (answers.every((answer) => answer.ok && answer.value.data.length > 0)) return
    await pause(100)
  }
  throw new Error('the music folder was not read')
}

async function measure(party: ListeningParty, { pages, delay, boundMs }: Scenario): Promise<Row[]> {
  const room = await listenTogether({ ...party, people: party.people.slice(0, pages) }, delay)
  const figures = figuresOf(room, party.songs, boundMs)
  const name = `${pages} pages, ${delay.ms} ± ${delay.jitterMs} ms`
  return rowsOf(name, figures, boundMs)
}

function rowsOf(name: string, figures: SyncFigures, boundMs: number): Row[] {
  const { apartMs, earlyApartMs, fromSessionMs, withinMs, startedMs, changeGapMs, changeSilenceMs } = figures
  return [
    row(`${name}: apart, p50`, percentile(apartMs, 0.5), 'ms'),
    row(`${name}: apart, p95`, percentile(apartMs, 0.95), 'ms', { atMost: boundMs }),
    row(`${name}: apart in the first 3 s, p95`, percentile(earlyApartMs, 0.95), 'ms'),
    row(`${name}: from the session's time, p95`, percentile(fromSessionMs, 0.95), 'ms'),
    row(`${name}: press to first sound, worst`, Math.max(...startedMs), 'ms'),
    row(`${name}: press to within ${boundMs} ms, worst`, Math.max(...withinMs), 'ms', { atMost: 500 }),
    row(`${name}: apart around the change, p95`, percentile(figures.changeApartMs, 0.95), 'ms'),
    row(`${name}: gap (+) or overlap (-) at the change, worst`, changeGapMs, 'ms'),
    row(`${name}: silence at the change, worst`, changeSilenceMs, 'ms'),
    ...badgeRows(`${name}: `, figures.badgeLooks, 90),
    row(`${name}: clocks of pages and server apart`, figures.clockApartMs, 'ms'),
    row(`${name}: instants where a page was not heard`, figures.unheardPercent, '%'),
  ]
}
