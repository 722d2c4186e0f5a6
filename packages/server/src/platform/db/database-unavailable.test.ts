import { createServer } from 'node:net'
import { liveClose } from '@jointly/contract'
import { Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { until } from '../../testing/clusters.ts'
import { type BreakableProxy, openBreakableProxy } from '../../testing/proxies/breakable-proxy.ts'
import { databases } from '../../testing/databases.ts'
import { connectLive, connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'
import { openSession } from '../../testing/session-fixture.ts'
import {
  granted,
  PASSWORD,
  acceleratedClock,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { postgresDialect } from './postgres-dialect.ts'

const AWAY = '503 database-away'
/** The clock and the jobs of the server run this many times faster, so that the test is short. */
const PACE = 5
const [sqlite] = databases
const postgres = databases.find(({ name }) => name === 'PostgreSQL')

/** Starts a server with a session that Ann owns, and with songs to vote for. */
async function openScene(...server: Parameters<typeof startTestServer>) {
  const started = await startTestServer(...server)
  const ann = await started.signUp('ann')
  const ssid = await openSession(ann)
  const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
  return { server: started, ann, ssid, songs: data.map(({ id }) => id) }
}

describe.skipIf(!postgres)('PostgreSQL is unavailable', () => {
  let path: BreakableProxy
  let server: TestServer
  let ann: Person
  let ssid: string
  let songs: string[]
  const lines: string[] = []

  beforeAll(async () => {
    if (!postgres) return
    const place = await postgres.place()
    path = await openBreakableProxy(place.databaseUrl ?? '')
    const behindPath = { ...postgres, place: async () => ({ ...place, databaseUrl: path.url }) }
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    ;({ server, ann, ssid, songs } = await openScene(behindPath, { log }))
  })
  afterEach(async () => {
    vi.useRealTimers()
    await path.mend()
    await until(async () => (await server.anonymous('health')).ok)
  })
  afterAll(async () => {
    await server.close()
    await path.close()
  })

  const vote = (songID: string, direction: 'up' | 'down' | 'none' = 'up') =>
    ann.call('voteUp', { params: { ssid }, body: { songID, vote: direction } })
  /** Makes a call that always reads the database. The answer with the options is never cached. */
  const lookUp = () => ann.call('options', { params: { ssid } })
  const ownVotes = async () => (await granted(ann.call('session', { params: { ssid } }))).you.votes
  const songAt = (index: number) => songs[index] ?? ''

  it('E1 calls are refused at once and logged rarely, and work again when the database is back', async () => {
    await path.cut()
    for (let round = 0; round < 10; round += 1) {
      expect(await refusal(lookUp())).toBe(AWAY)
      expect(await refusal(vote(songAt(0)))).toBe(AWAY)
      expect(await refusal(server.anonymous('health'))).toBe(AWAY)
    }
    const body = { username: 'ann', password: PASSWORD }
    expect(await refusal(server.anonymous('login', { body }))).toBe(AWAY)
    expect(lines).toEqual([expect.stringContaining('the database is away')])
    await path.mend()
    await granted(vote(songAt(0)))
    expect(await ownVotes()).toEqual({ [songAt(0)]: 'up' })
  })

  it('E2 live connections stay open and get updates when it is back; new ones must retry', async () => {
    const current = await listenLive(server.address, ann.token, ssid)
    const greeted = await connectLiveAs(server.address, ann.token)
    const late = await connectLive(server.address)
    await path.cut()
    late.say({ type: 'hello', token: ann.token })
    greeted.say({ type: 'open', ssid })
    // `hello` may succeed because the login is cached. `open` must fail because it reads the session.
    late.say({ type: 'open', ssid })
    expect(await late.closed).toBe(liveClose.tryAgainLater)
    expect(await greeted.closed).toBe(liveClose.tryAgainLater)
    current.say({ type: 'clock', sentMs: 1 })
    await current.next('clock')
    await path.mend()
    await granted(vote(songAt(1)))
    await current.next('session', ({ session }) => session.votes.some(({ song }) => song.id === songAt(1)))
  })

  it('V7 no acknowledged vote is lost when the connection breaks during commits', async () => {
    const acknowledged = new Map<string, string>()
    const unsure = new Set<string>()
    const directions = ['up', 'down', 'none'] as const
    const streams = songs.slice(0, 8).map(async (songID) => {
      for (let turn = 0; ; turn += 1) {
        const direction = directions[turn % directions.length] ?? 'up'
        const answer = await vote(songID, direction)
        if (answer.ok) acknowledged.set(songID, direction)
        else {
          expect([answer.status, answer.error.code]).toEqual([503, 'database-away'])
          unsure.add(`${songID} ${direction}`)
          return
        }
        if (turn === 5) await path.cut()
      }
    })
    await Promise.all(streams)
    await path.mend()
    const current = await ownVotes()
    for (const [songID, direction] of acknowledged) {
      const now = current[songID] ?? 'none'
      if (!unsure.has(`${songID} ${now}`)) expect([songID, now]).toEqual([songID, direction])
    }
    expect(acknowledged.size).toBeGreaterThan(0)
  })

  it('E1 calls fail after ten seconds without an answer, and work again afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    path.stall()
    const answers = Promise.all([
      refusal(lookUp()),
      refusal(vote(songAt(2))),
      refusal(server.anonymous('health')),
    ])
    let passedMs = 0
    let isAnswered = false
    void answers.then(() => (isAnswered = true))
    for (; !isAnswered && passedMs < 60_000; passedMs += 100) {
      await vi.advanceTimersByTimeAsync(100)
      // This request takes real time, in which the calls above can reach the database before the clock moves again.
      await server.raw('GET', '/api/no-such-call')
    }
    expect(await answers).toEqual([AWAY, AWAY, AWAY])
    expect(passedMs).toBeGreaterThanOrEqual(10_000)
    expect(passedMs).toBeLessThan(25_000)
    vi.useRealTimers()
    await path.cut()
    await path.mend()
    // The first call may still get a broken connection from the pool and fail. The pool then replaces it.
    await until(async () => (await vote(songAt(2))).ok)
  })

  it('E2 PostgreSQL ends a transaction of a frozen server while others may still wait for it', async () => {
    const { rows } =
      await sql`select setting, source from pg_settings where name = 'idle_in_transaction_session_timeout'`.execute(
        server.db,
      )
    // `session` means that it was not set while connecting, which PgBouncer refuses.
    expect(rows).toEqual([{ setting: '5000', source: 'session' }])
  })

  it('E2 a terminated backend rolls back its transaction, and the next call works', async () => {
    const broken = server.db.transaction().execute(async (trx) => {
      await sql`update sessions set title = 'Half-way'`.execute(trx)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    await expect(broken).rejects.toMatchObject({ code: '57P01' })
    const { session } = await granted(ann.call('session', { params: { ssid } }))
    expect(session.title).toBe('Kitchen')
  })
})

it('E1 a connection that breaks before its first answer is replaced, so that not all connections are lost', async () => {
  let connections = 0
  // PgBouncer accepts connections like this while its PostgreSQL is away.
  const pooler = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const loggedIn = '520000000800000000'
      const ready = '5a0000000549'
      socket.write(Buffer.from(loggedIn + ready, 'hex'))
      socket.once('data', () => socket.destroy())
    })
  })
  const url = `postgres://jointly@127.0.0.1:${await listenOnLoopback(pooler)}/jointly`
  const db = new Kysely({ dialect: postgresDialect(url) })
  const calls = 17
  for (let call = 0; call < calls; call += 1)
    await expect(sql`select 1`.execute(db)).rejects.toThrow('Connection terminated')
  expect(connections).toBe(calls)
  await db.destroy()
  pooler.close()
})

describe('PostgreSQL at a Unix socket', () => {
  it('E1 a socket that does not exist means that the database is unavailable', async () => {
    const db = new Kysely({ dialect: postgresDialect('postgres://jointly@%2Fno%2Fsuch%2Ffolder/jointly') })
    const error: unknown = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown)
    expect([error, isDatabaseUnavailable(error)]).toEqual([expect.objectContaining({ code: 'ENOENT' }), true])
    await db.destroy()
  })
})

describe('SQLite on a full disk', () => {
  it('E1 E2 refuses writes, answers reads, and accepts writes again when there is space', async () => {
    const { server, ann, ssid, songs } = await openScene(sqlite)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const before = await granted(ann.call('options', { params: { ssid } }))
    const selected = songs.map((id) => ({ kind: 'song' as const, id, name: 'long '.repeat(30) }))
    const body = { version: before.version, flavor: { mode: 'blacklist' as const, selected } }
    const save = () => ann.call('saveOptions', { params: { ssid }, body })

    await sql`pragma max_page_count = 1`.execute(server.db)
    expect(await refusal(save())).toBe(AWAY)
    expect(await granted(ann.call('options', { params: { ssid } }))).toEqual(before)
    await sql`pragma max_page_count = 1000000`.execute(server.db)
    await granted(save())
    await server.close()
  })

  it('E1 A2 answers reads also with a login that should be extended', async () => {
    let aheadMs = 0
    const { server, ann, ssid } = await openScene(sqlite, { now: () => Date.now() + aheadMs })
    const options = () => ann.call('options', { params: { ssid } })
    const extendedAt = () =>
      server.db.selectFrom('tokens').select('extended_at').where('user_id', '=', ann.id).execute()
    const before = await extendedAt()
    aheadMs = 2 * 3_600_000
    await sql`pragma query_only = on`.execute(server.db)
    for (const _ of [1, 2]) {
      await granted(options())
      await granted(server.anonymous('refresh', { body: { token: ann.token } }))
    }
    await sql`pragma query_only = off`.execute(server.db)
    expect(await extendedAt()).toEqual(before)
    await granted(options())
    expect(await extendedAt()).not.toEqual(before)
    await server.close()
  })

  it('K2 a skip that fails because of the disk happens when writes work again', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const { server, ann, ssid, songs } = await openScene(sqlite, { log, ...acceleratedClock(PACE) })
    const [first = '', second = ''] = songs
    const listenAs = async (name: string) =>
      listenLive(server.address, (await server.signUp(name)).token, ssid)
    const ofAnn = await listenLive(server.address, ann.token, ssid)
    const [, ofCleo] = [await listenAs('ben'), await listenAs('cleo')]
    for (const songID of [first, second])
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    const { song } = await granted(ann.call('play', { params: { ssid } }))
    await granted(ann.call('skip', { params: { ssid }, body: { wish: true } }))
    await sql`pragma query_only = on`.execute(server.db)
    ofCleo.say({ type: 'close', ssid })
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    await sql`pragma query_only = off`.execute(server.db)
    const other = song?.id === first ? second : first
    const { session } = await ofAnn.next(
      'session',
      ({ session: { nowPlaying } }) => nowPlaying.song?.id === other,
    )
    expect(session.skips).toBe(0)
    await server.close()
  })
})
