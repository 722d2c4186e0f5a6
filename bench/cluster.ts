import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, routes } from '@jointly/contract'
import { type Postgres, startPostgres } from '@jointly/dev/setup/postgres'
import { type Redis, startRedis } from '@jointly/dev/setup/redis'
import { granted } from '@jointly/dev/world/api-user'
import { clockMs, type LiveCrowd, openLiveCrowd } from './live/live-crowd.ts'
import { type Load, openLoad, request, type Script } from './load/load.ts'
import { createScriptRunner } from './load/script-runner.ts'
import { type Crowd, fillCrowd } from './load/fill-database.ts'
import { median, percentile, type Row, row } from './report.ts'
import { type ServerProcess, startServer } from '@jointly/dev/world/server-process'

const SECRET_KEY = 'the secret of a bench on loopback'
const runs = 3
const voteRunMs = 2_000
/** The number of processes that send votes. It is the same for one server and for several servers. */
const loads = 4
const connectionsEach = 16
const songs = 20
const fanoutSamples = 200
/** The number of votes that are not measured, because the server still compiles code during the first votes. */
const fanoutWarmUp = 20
/**
 * The pause between two votes, in milliseconds. It is so long that the server does not combine two votes in one
 * push.
 */
const apartMs = 60

/**
 * Measures votes per second and the time to reach all listeners, for two and four servers on one PostgreSQL and
 * Redis. Each figure is compared with one server alone.
 */
export async function cluster(): Promise<Row[]> {
  const redis = await startRedis()
  if (!redis) throw new Error('this bench needs Redis')
  const load = Array.from({ length: loads }, openLoad)
  try {
    const figures: Figures[] = []
    for (const count of [1, 2, 4]) figures.push(await measure(count, redis, load))
    return rowsOf(figures)
  } finally {
    for (const each of load) await each.close()
    await redis.stop()
  }
}

type Figures = {
  servers: number
  votesPerSecond: number
  /** The processor time that a thousand votes need, in milliseconds. */
  cpu: { servers: number; postgres: number; redis: number }
  fanout: readonly number[]
}

async function measure(count: number, redis: Redis, load: readonly Load[]): Promise<Figures> {
  const postgres = await startPostgres({ isDurable: true })
  if (!postgres) throw new Error('this bench needs PostgreSQL')
  const folders = await Promise.all(
    Array.from({ length: count }, () => mkdtemp(join(tmpdir(), 'jointly-bench-'))),
  )
  const database = { DATABASE_URL: postgres.url, SECRET_KEY }
  const settings = { ...database, ...(count > 1 && { REDIS_URL: redis.url }) }
  const crowd = await fillCrowd(
    { ...database, DATA_DIR: folders[0] ?? '' },
    { sessions: 40, listenersEach: 20, songs },
  )
  const servers: ServerProcess[] = []
  const crowds: LiveCrowd[] = []
  try {
    for (const folder of folders) servers.push(await startServer(folder, undefined, settings))
    for (const _ of servers.length > 1 ? servers.slice(1) : servers) crowds.push(openLiveCrowd())
    const fanout = await fanOut(servers, crowds, crowd)
    const { votesPerSecond, cpu } = await voteRuns(servers, crowd, load, { redis, postgres })
    return { servers: count, votesPerSecond, cpu, fanout }
  } finally {
    for (const each of crowds) await each.close()
    for (const server of servers) await server.end('SIGTERM')
    await postgres.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Measures the time from a vote at the first server until the last listener has it. The listeners are connected to
 * the other servers, or to the same one if there is only one.
 */
async function fanOut(
  servers: readonly ServerProcess[],
  crowds: readonly LiveCrowd[],
  { sessions, songIds }: Crowd,
): Promise<number[]> {
  const [voting] = servers
  const listening = servers.length > 1 ? servers.slice(1) : servers
  const [room] = sessions
  if (!voting || !room) throw new Error('nobody to listen')
  const { ssid, listeners } = room
  for (const songID of songIds) await voteOver(voting, ssid, listeners[0]?.token ?? '', songID)
  await Promise.all(
    crowds.map((crowd, index) => {
      const seats = listeners.filter((_, seat) => seat % crowds.length === index)
      const origin = listening[index]?.origin ?? ''
      return crowd.enter(
        origin,
        seats.map(({ token }) => ({ room: ssid, token })),
        listeners.length,
      )
    }),
  )
  const taken: number[] = []
  for (let sample = 0; sample < fanoutWarmUp + fanoutSamples; sample += 1) {
    const songID = songIds[sample % songIds.length] ?? ''
    const voter = listeners[1 + Math.floor(sample / songIds.length)]
    const beginMs = clockMs()
    const upvotes = await voteOver(voting, ssid, voter?.token ?? '', songID)
    const seen = await Promise.all(crowds.map((crowd) => crowd.seen({ room: ssid, songID, upvotes })))
    if (sample >= fanoutWarmUp) taken.push(Math.max(...seen) - beginMs)
    await pause(apartMs)
  }
  for (const crowd of crowds) await crowd.leave()
  return taken
}

/**
 * Votes for a song.
 * @returns the up-votes of the song
 */
async function voteOver(server: ServerProcess, ssid: string, token: string, songID: string): Promise<number> {
  const call = createClient({ fetch, baseUrl: server.origin, token: () => token })
  return granted(await call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } })).upvotes
}

async function voteRuns(
  servers: readonly ServerProcess[],
  crowd: Crowd,
  load: readonly Load[],
  { redis, postgres }: { redis: Redis; postgres: Postgres },
) {
  const runners = load.map((each, index) => {
    const port = Number(new URL(servers[index % servers.length]?.origin ?? '').port)
    return createScriptRunner(each, port, scriptsOf(crowd, index))
  })
  const run = async () => {
    const results = await Promise.all(runners.map((runOn) => runOn(voteRunMs)))
    return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
  }
  await run()
  const pids = { servers: servers.map(({ pid }) => pid), redis: [redis.pid] }
  const used = () => ({
    servers: cpuMs(pids.servers),
    postgres: cpuMs([postgres.pid, ...childrenOf(postgres.pid)]),
    redis: cpuMs(pids.redis),
  })
  const rates: number[] = []
  const before = used()
  for (let each = 0; each < runs; each += 1) rates.push(await run())
  const after = used()
  const thousands = (rates.reduce((sum, rate) => sum + rate, 0) * voteRunMs) / 1e6
  return {
    votesPerSecond: median(rates),
    cpu: {
      servers: (after.servers - before.servers) / thousands,
      postgres: (after.postgres - before.postgres) / thousands,
      redis: (after.redis - before.redis) / thousands,
    },
  }
}

/**
 * Creates the requests: each connection is a listener who votes all songs up and then down, so that each vote
 * changes something.
 */
function scriptsOf({ sessions, songIds }: Crowd, load: number): Script[] {
  return Array.from({ length: connectionsEach }, (_, connection) => {
    const session = sessions[(load * connectionsEach + connection) % sessions.length]
    const listener = session?.listeners[Math.floor((load * connectionsEach + connection) / sessions.length)]
    if (!session || !listener) throw new Error('not enough listeners')
    const headers = { authorization: `Bearer ${listener.token}` }
    return (['up', 'down'] as const).flatMap((vote) =>
      songIds.map((songID) => {
        const path = routes.voteUp.path.replace(':ssid', session.ssid)
        return request('POST', path, headers, JSON.stringify({ songID, vote }))
      }),
    )
  })
}

function rowsOf(figures: readonly Figures[]): Row[] {
  const [alone] = figures
  if (!alone) throw new Error('nothing was measured')
  const name = (servers: number) => (servers === 1 ? 'one server alone' : `${servers} servers`)
  return figures.flatMap(({ servers, votesPerSecond, cpu, fanout }) => {
    const isAlone = servers === 1
    const floor = (value: number) => (isAlone ? undefined : value)
    const what = name(servers)
    return [
      row(`${what}: durable votes`, votesPerSecond, '/s', { floor: floor(alone.votesPerSecond) }),
      row(`${what}: server CPU of 1,000 votes`, cpu.servers, 'ms', { floor: floor(alone.cpu.servers) }),
      row(`${what}: PostgreSQL CPU of 1,000 votes`, cpu.postgres, 'ms', { floor: floor(alone.cpu.postgres) }),
      ...(isAlone ? [] : [row(`${what}: Redis CPU of 1,000 votes`, cpu.redis, 'ms')]),
      ...([0.5, 0.99] as const).map((share) =>
        row(
          `${what}: vote to the last of 20 listeners${isAlone ? '' : ' elsewhere'}, p${share * 100}`,
          percentile(fanout, share),
          'ms',
          { floor: floor(percentile(alone.fanout, share)) },
        ),
      ),
    ]
  })
}

/** The unit in which the kernel counts processor time, in milliseconds. */
const TICK_MS = 10
/** The index of the parent's process id in the result of `fieldsOf`. */
const PARENT_AT = 1
/** The indexes in the result of `fieldsOf`: the user and system time of the process, and of its ended children. */
const USED_AT = [11, 12, 13, 14]

/**
 * Returns the numbers in `/proc/<pid>/stat` after the name of the process. The name is left out, because it can
 * contain spaces. The result is empty if the process has ended.
 */
function fieldsOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((each) => fieldsOf(each)[PARENT_AT] === pid)
}

/** Returns the processor time that these processes have used, in milliseconds. */
function cpuMs(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => USED_AT.map((at) => fieldsOf(pid)[at] ?? 0))
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS
}
