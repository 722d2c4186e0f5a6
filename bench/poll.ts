import { fileURLToPath } from 'node:url'
import { onBothDatabases } from './both-databases.ts'
import { type Crowd, type FilledSession, fillCrowd } from './load/fill-database.ts'
import { forkProcess } from './load/forked-process.ts'
import { type Load, openLoad, request, type Script } from './load/load.ts'
import { median, type Row, row } from './report.ts'
import { startServer } from '@jointly/dev/world/server-process'

const floorFile = fileURLToPath(new URL('./floors/fastify-floor.ts', import.meta.url))
const runs = 5
const connections = 64
const runMs = 1_500
const warmUpMs = 2_000
const sizes = { sessions: 64, listenersEach: 20, songs: 20 }

/** What the plain route answers: the headers and the body that the server sent before. */
export type FloorAnswer = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/**
 * The kinds of polls.
 * - `changed`: the caller has an older state and gets a full answer.
 * - `new state`: in addition, somebody votes before each round, so that the state is new.
 * - `same`: the caller has the current state (304).
 */
const kinds = ['changed', 'new state', 'same'] as const
type Kind = (typeof kinds)[number]

/**
 * `cpuUs` is the CPU time of the process for one call, in microseconds. It is measured because other load on
 * the machine affects it less.
 */
type Run = { readonly perSecond: number; readonly cpuUs: number }

/** Measures polls of many sessions, compared with a plain Fastify route that sends the same bytes. */
export function poll(): Promise<Row[]> {
  return onBothDatabases(measure)
}

async function measure(
  database: string,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Row[]> {
  const load = openLoad()
  const floor = forkProcess(floorFile)
  try {
    const crowd = await fillCrowd({ ...settings, DATA_DIR: dataDir }, sizes)
    const server = await startServer(dataDir, undefined, settings)
    const port = Number(new URL(server.origin).port)
    await fillLists(server.origin, crowd)
    const first = await answerOf(server.origin, crowd)
    floor.child.send(first)
    const floorPort = Number(await floor.nextMessage())
    const rows = await compare(database, load, { port, floorPort, crowd }, server.origin)
    await server.end('SIGTERM')
    return [...rows, row(`${database}: bytes of a body`, Buffer.byteLength(first.body), 'bytes')]
  } finally {
    await floor.close()
    await load.close()
  }
}

async function compare(
  database: string,
  load: Load,
  { port, floorPort, crowd }: { port: number; floorPort: number; crowd: Crowd },
  origin: string,
): Promise<Row[]> {
  const ask = (at: number, scripts: readonly Script[], durationMs = runMs) =>
    load.run({ port: at, scripts, durationMs, perSecond: null })
  const measure = async (at: number, scripts: readonly Script[], kind: Kind): Promise<Run> => {
    const before = await cpuSec(at)
    const { perSecond, statuses } = await ask(at, scripts)
    if (kind === 'same' && Object.keys(statuses).some((status) => status !== '304'))
      throw new Error(`not all of these polls were answered by 304: ${JSON.stringify(statuses)}`)
    const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    return { perSecond, cpuUs: (((await cpuSec(at)) - before) * 1e6) / calls }
  }
  const changed = dealt(crowd, ({ ssid, listeners }) =>
    listeners.map(({ token }) =>
      request('GET', `/api/session/${ssid}`, { ...bearer(token), 'if-none-match': '"an-older-state"' }),
    ),
  )
  const newStateScripts = pollScripts(crowd)
  const plain = (path: string) =>
    Array.from({ length: connections }, () => [request('GET', path, bearer('x'))])
  const results: Record<Kind, Run[]> = { changed: [], 'new state': [], same: [] }
  const floors: Record<Kind, Run[]> = { changed: [], 'new state': [], same: [] }
  await ask(port, newStateScripts, warmUpMs)
  await ask(floorPort, plain('/changed'), warmUpMs)
  for (let run = 0; run < runs; run += 1) {
    const scripts = { changed, 'new state': newStateScripts, same: await sameScripts(origin, crowd) }
    // `new state` is last, because after its votes nobody has the current state, which `same` needs.
    for (const kind of ['changed', 'same', 'new state'] as const) {
      results[kind].push(await measure(port, scripts[kind], kind))
      floors[kind].push(await measure(floorPort, plain(kind === 'same' ? '/same' : '/changed'), kind))
    }
  }
  const medianOf = (runs: readonly Run[], figure: keyof Run) => median(runs.map((run) => run[figure]))
  const words: Record<Kind, string> = {
    changed: 'changed since',
    'new state': 'a vote before each 20, making the state included',
    same: 'not changed (304)',
  }
  return kinds.flatMap((kind) => [
    row(`${database}: CPU time of a poll, ${words[kind]}`, medianOf(results[kind], 'cpuUs'), 'us', {
      ratioAtMost: 1.4,
      floor: medianOf(floors[kind], 'cpuUs'),
    }),
    row(`${database}: polls a second, ${words[kind]}`, medianOf(results[kind], 'perSecond'), '/s', {
      floor: medianOf(floors[kind], 'perSecond'),
    }),
  ])
}

/** Returns the CPU time that a process has used in seconds, from the metrics of the process. */
async function cpuSec(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text()
  const found = /^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]
  if (found === undefined) throw new Error('the metrics have no CPU time')
  return Number(found)
}

/** The first listener of each session votes for every song, so that all answers contain the full list. */
async function fillLists(origin: string, { sessions, songIds }: Crowd): Promise<void> {
  for (const { ssid, listeners } of sessions)
    for (const songID of songIds) {
      const headers = { ...bearer(listeners[0]?.token ?? ''), 'content-type': 'application/json' }
      const body = JSON.stringify({ songID, vote: 'up' })
      const answer = await fetch(`${origin}/api/vote/${ssid}/up`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`a vote was answered by ${answer.status}`)
    }
}

/** Creates requests: somebody votes in each session, and then all listeners poll. */
function pollScripts(crowd: Crowd): Script[] {
  return dealt(crowd, ({ ssid, listeners }) =>
    (['up', 'down'] as const).flatMap((vote) => [
      voteFor(ssid, listeners[1]?.token ?? '', crowd.songIds[0] ?? '', vote),
      ...listeners.map(({ token }) => request('GET', `/api/session/${ssid}`, bearer(token))),
    ]),
  )
}

/** Creates polls of listeners who have the current state. */
async function sameScripts(origin: string, crowd: Crowd): Promise<Script[]> {
  const tags = new Map<string, string>()
  for (const { ssid, listeners } of crowd.sessions)
    await Promise.all(
      listeners.map(async ({ token }) => {
        const answer = await fetch(`${origin}/api/session/${ssid}`, { headers: bearer(token) })
        await answer.arrayBuffer()
        tags.set(token, answer.headers.get('etag') ?? '')
      }),
    )
  return dealt(crowd, ({ ssid, listeners }) =>
    listeners.map(({ token }) =>
      request('GET', `/api/session/${ssid}`, { ...bearer(token), 'if-none-match': tags.get(token) ?? '' }),
    ),
  )
}

/** Distributes the sessions over the connections. */
function dealt(crowd: Crowd, scriptOf: (session: FilledSession) => Script): Script[] {
  return Array.from({ length: connections }, (_, connection) =>
    crowd.sessions.filter((_session, index) => index % connections === connection).flatMap(scriptOf),
  )
}

async function answerOf(origin: string, { sessions: [session] }: Crowd): Promise<FloorAnswer> {
  const token = session?.listeners[0]?.token ?? ''
  const answer = await fetch(`${origin}/api/session/${session?.ssid}`, { headers: bearer(token) })
  const body = await answer.text()
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])
  return { headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name))), body }
}

function voteFor(ssid: string, token: string, songID: string, vote: 'up' | 'down'): string {
  return request('POST', `/api/vote/${ssid}/up`, bearer(token), JSON.stringify({ songID, vote }))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
