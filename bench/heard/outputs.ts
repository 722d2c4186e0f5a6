import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DrivenPage, evaluate, press } from '@jointly/dev/browsers/driven-page'
import { granted } from '@jointly/dev/world/api-user'
import { startServer } from '@jointly/dev/world/server-process'
import { type Row, row } from '../report.ts'
import { sessionOf, writeSongs } from '../sync/songs.ts'
import { listener } from '../voters.ts'
import { findPrograms, waitUntilFound } from './heard.ts'
import { type Engine, engines, launchers, rates, readBadges, recordBadges, SIZE } from './listening.ts'
import { LoudspeakerRecorder, startLoudspeakers } from './loudspeakers.ts'
import { rowsOf, type Trial, trialRows, WATCH_MS } from './trial.ts'

const WITHOUT_MS = 6_000
/** The pause before each change of the output. The app needs this time to measure the delay of the current output. */
const SETTLED_MS = 8_000

/**
 * Records a browser whose output changes during a song, and measures how soon it is in sync again. There are three
 * changes: the sound moves to another loudspeaker, its loudspeaker is removed, and there is no loudspeaker for six
 * seconds.
 * The virtual loudspeakers all have the same delay. So these figures say that the sound goes on in sync, but not that the
 * player measures the delay of another output (M11).
 * `OUTPUTS_ENGINES`, such as `Firefox`, chooses the browsers.
 */
export async function outputs(): Promise<Row[]> {
  const wanted = process.env.OUTPUTS_ENGINES?.split(',') ?? engines
  const rows: Row[] = []
  for (const engine of engines.filter((each) => wanted.includes(each)))
    rows.push(...(await rowsOf(engine, outputsIn)))
  return rows
}

async function outputsIn(engine: Engine): Promise<Row[]> {
  const executables = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const songs = await writeSongs(join(folder, 'music'), [
    { title: 'Falling Pebbles', seconds: 120, fileRate: 44_100, seed: 7 },
  ])
  const loudspeakers = await startLoudspeakers(folder, ['first', 'second'], rates[engine])
  const server = await startServer(join(folder, 'data'), undefined, { MUSIC_DIR: join(folder, 'music') })
  const pages: DrivenPage[] = []
  try {
    const host = await listener(server.origin, 'listener-ann', 'ann')
    for (const song of songs) await waitUntilFound(host, song)
    const ssid = await sessionOf(host, songs)
    // `PULSE_SINK` is not set, so the browser uses the default output of the system, as on most computers.
    const { PULSE_SERVER = '' } = loudspeakers.environmentOf('first')
    const page = await launchers[engine]({
      executablePath: executables[engine],
      size: SIZE,
      environment: { PULSE_SERVER },
    })
    pages.push(page)
    await page.goto(`${server.origin}/icon-192.png`)
    await evaluate(page, (token) => localStorage.setItem('token', token), host.token)
    await page.goto(`${server.origin}/#/app/${ssid}`)
    await press(page, 'Play')
    await evaluate(page, recordBadges)
    const record = (sink: string) => LoudspeakerRecorder.start(loudspeakers.client, sink, rates[engine])
    const [first, second] = [await record('first'), await record('second')]
    await pause(SETTLED_MS)
    const { startTime } = granted(await host.call('session', { params: { ssid } })).nowPlaying
    if (startTime === null) throw new Error('nothing plays')
    const trials: Trial[] = []
    const watch = async (name: string, recorder: LoudspeakerRecorder) => {
      trials.push({ name, endMs: Date.now(), recorder })
      await pause(WATCH_MS)
    }
    await loudspeakers.move('first', 'second')
    await watch('a move to another loudspeaker', second)
    await second.stop()
    await loudspeakers.unplug('second')
    await watch('the removal of the loudspeaker', first)
    const unpluggedMs = Date.now()
    await first.stop()
    await loudspeakers.unplug('first')
    await pause(WITHOUT_MS)
    await loudspeakers.plug('third', rates[engine])
    const third = await record('third')
    await watch('six seconds without a loudspeaker', third)
    await third.stop()
    const { badges } = await evaluate(page, readBadges)
    const without = badges.filter(({ atMs }) => atMs > unpluggedMs && atMs < unpluggedMs + WITHOUT_MS)
    const message = without.find(({ listening }) => listening === 'trouble')
    return [
      ...trials.flatMap((trial) => trialRows(engine, trial, { songs, startTime, badges })),
      row(
        `${engine}, without a loudspeaker: a message after`,
        message ? message.atMs - unpluggedMs : -1,
        'ms',
      ),
      row(`${engine}: load of the machine`, loadavg()[0] ?? 0, ''),
    ]
  } finally {
    for (const page of pages) await page.close()
    await server.end('SIGTERM')
    await loudspeakers.close()
    await rm(folder, { recursive: true, force: true })
  }
}
