import { onBothDatabases } from './both-databases.ts'
import { type Crowd, fillCrowd } from './load/fill-database.ts'
import { type Load, type LoadResult, openLoad, request, type Script } from './load/load.ts'
import { createScriptRunner } from './load/script-runner.ts'
import { median, type Row, row } from './report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { watchSessions } from './load/session-watch.ts'

const runs = 5
const connections = 64
const runMs = 1_500
const warmUpMs = 3_000
const halfLoadMs = 2_000
/** The number of sessions, of listeners in each, and of songs. */
const sizes = { sessions: 64, listenersEach: 20, songs: 30 }
/** The number of sessions with a live connection. The server pushes every change in these sessions. */
const watched = 8
/** The number of songs that each listener votes for. */
const songsEach = 10

/**
 * Measures votes per second over HTTP. A vote is answered after it is on the disk. The figure is compared with a call
 * that writes nothing, `GET /api/user/`.
 */
export function votes(): Promise<Row[]> {
  return onBothDatabases(measure)
}

async function measure(
  database: string,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Row[]> {
  const load = openLoad()
  try {
    const crowd = await fillCrowd({ ...settings, DATA_DIR: dataDir }, sizes)
    const server = await startServer(dataDir, undefined, settings)
    const port = Number(new URL(server.origin).port)
    const watching = await watchSessions(server.origin, crowd.sessions.slice(0, watched))
    const rows = await compare(database, load, port, crowd)
    watching.end()
    await server.end('SIGTERM')
    return [
      ...rows,
      row(
        `${database}: pushed meanwhile to listeners of ${watched} of the sessions`,
        watching.messageCount(),
        'messages',
      ),
    ]
  } finally {
    await load.close()
  }
}

async function compare(database: string, load: Load, port: number, crowd: Crowd): Promise<Row[]> {
  const reading = createScriptRunner(load, port, readScripts(crowd))
  const voting = createScriptRunner(load, port, voteScripts(crowd))
  await reading(warmUpMs)
  await voting(warmUpMs)
  const most = await alternate(runMs, null)
  const perSecond = median(most.voted.map((result) => result.perSecond))
  const floor = median(most.read.map((result) => result.perSecond))
  const half = await alternate(halfLoadMs, Math.floor(perSecond / 2))
  const p99Of = (results: readonly LoadResult[]) => median(results.map(({ p99Ms }) => p99Ms))
  const p50Of = (results: readonly LoadResult[]) => median(results.map(({ p50Ms }) => p50Ms))
  const at = `${database}: votes`
  return [
    row(`${at} a second, ${connections} connections`, perSecond, '/s', { ratioAtLeast: 0.6, floor }),
    row(`${at}, p50 at that load`, p50Of(most.voted), 'ms', { floor: p50Of(most.read) }),
    row(`${at}, p50 at half that load`, p50Of(half.voted), 'ms', { floor: p50Of(half.read) }),
    row(`${at}, p99 at half that load`, p99Of(half.voted), 'ms', { atMost: 15, floor: p99Of(half.read) }),
  ]

  /** Measures reads and votes in turn at one rate, so that other load on the machine affects both. */
  async function alternate(durationMs: number, rate: number | null) {
    const read: LoadResult[] = []
    const voted: LoadResult[] = []
    for (let run = 0; run < runs; run += 1) {
      read.push(await reading(durationMs, rate))
      voted.push(await voting(durationMs, rate))
    }
    return { read, voted }
  }
}

/**
 * Creates scripts in which everyone votes all songs up and then all down, again and again. People of many
 * sessions share a connection.
 */
function voteScripts(crowd: Crowd): Script[] {
  return byConnection(crowd, (people) =>
    (['up', 'down'] as const).flatMap((vote) =>
      Array.from({ length: songsEach }, (_, song) =>
        people.map(({ ssid, token }, place) => {
          const songID = crowd.songIds[(song * 3 + place) % crowd.songIds.length]
          return request('POST', `/api/vote/${ssid}/up`, bearer(token), JSON.stringify({ songID, vote }))
        }),
      ).flat(),
    ),
  )
}

function readScripts(crowd: Crowd): Script[] {
  return byConnection(crowd, (people) =>
    people.map(({ token }) => request('GET', '/api/user/', bearer(token))),
  )
}

type Voter = { ssid: string; token: string }

/** Distributes the people over the connections, so that people of the same session use different ones. */
function byConnection(crowd: Crowd, scriptOf: (people: readonly Voter[]) => Script): Script[] {
  const people = crowd.sessions.flatMap(({ ssid, listeners }) =>
    listeners.map(({ token }) => ({ ssid, token })),
  )
  return Array.from({ length: connections }, (_, connection) =>
    scriptOf(people.filter((_person, index) => index % connections === connection)),
  )
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
