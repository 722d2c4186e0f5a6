import { setTimeout as pause } from 'node:timers/promises'
import type { VoteDirection } from '@jointly/contract'
import { granted, type ApiUser } from '@jointly/dev/world/api-user'
import { type Row, row } from './report.ts'
import { type Postgres, startPostgres } from '@jointly/dev/setup/postgres'
import { freePort } from '@jointly/dev/world/free-port'
import { waitUntilHealthy } from '@jointly/dev/world/health'
import { startServer } from '@jointly/dev/world/server-process'
import { inFolder } from './temporary.ts'
import { knownSongs, listener, voter } from './voters.ts'

const kills = 20
const secretKey = 'of this bench alone, and of no value'
const voterNames = ['anton', 'berta', 'carl', 'dorothea', 'emil', 'frieda', 'gustav', 'hanna']
const songCount = 60
const directions = ['up', 'down', 'none'] as const

/**
 * A person who votes: the last acknowledged vote for each song, and the vote that was sent but not answered
 * before the kill. After the kill, the unanswered vote may be stored or not.
 */
type Account = {
  readonly person: ApiUser
  readonly acknowledged: Map<string, VoteDirection>
  underWay: { songID: string; vote: VoteDirection } | null
  /** The number of acknowledged votes. */
  count: number
  /** The songs with an acknowledged vote since the last kill. */
  readonly touched: Set<string>
}

/**
 * Kills the server or the database many times while people vote, and then checks that each acknowledged vote is
 * stored (V7).
 */
export async function durability(): Promise<Row[]> {
  const onSqlite = await inFolder((dataDir) => killAgainAndAgain(dataDir, {}, null))
  const postgres = await startPostgres({ isDurable: true })
  if (!postgres) return onSqlite
  try {
    const settings = { DATABASE_URL: postgres.url, SECRET_KEY: secretKey }
    return [...onSqlite, ...(await inFolder((dataDir) => killAgainAndAgain(dataDir, settings, postgres)))]
  } finally {
    await postgres.stop()
  }
}

/**
 * Kills the server many times while people vote.
 * @param postgres the database of the server, or null for SQLite. If it is given, every second kill is a kill of the
 * database instead of the server
 */
async function killAgainAndAgain(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  postgres: Postgres | null,
): Promise<Row[]> {
  // The port stays the same, so that the clients can reconnect after a restart.
  const port = await freePort()
  let server = await startServer(dataDir, port, settings)
  const owner = await listener(server.origin, 'owner', 'ann')
  const songs = await knownSongs(owner, songCount)
  const body = { title: 'Durable', managed: false, isPrivate: false }
  const { id: ssid } = granted(await owner.call('createSession', { body }))
  const accounts = await Promise.all(
    voterNames.map(async (name): Promise<Account> => {
      const person = await voter(server.origin, name)
      return { person, acknowledged: new Map(), underWay: null, count: 0, touched: new Set() }
    }),
  )
  let stored = 0
  let lost = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const streams = accounts.map((account) => voteUntilGone(account, ssid, songs))
    await pause(200 + Math.random() * 600)
    if (postgres && kill % 2 === 1) {
      await postgres.kill()
      await Promise.all(streams)
      await postgres.start()
      await waitUntilHealthy(server.origin, 30_000, 2)
    } else {
      await server.end('SIGKILL')
      await Promise.all(streams)
      server = await startServer(dataDir, port, settings)
    }
    for (const account of accounts) {
      stored += account.touched.size
      account.touched.clear()
      lost += await countLost(account, ssid)
    }
  }
  await server.end('SIGTERM')
  const on = postgres ? 'PostgreSQL' : 'SQLite'
  const acknowledged = accounts.reduce((sum, { count }) => sum + count, 0)
  return [
    row(
      `${on}: ${postgres ? 'it and servers' : 'servers'} killed by SIGKILL under a stream of votes`,
      kills,
      '',
    ),
    row(`${on}: votes acknowledged`, acknowledged, 'votes'),
    row(`${on}: of these not replaced by a later one before the kill`, stored, 'votes'),
    row(`${on}: found again after the restart`, stored - lost, 'votes'),
    row(`${on}: lost`, lost, 'votes', { exactly: 0 }),
  ]
}

/** Votes for one song after the other, in changing directions, until the server or its database is killed. */
async function voteUntilGone(account: Account, ssid: string, songs: readonly string[]): Promise<void> {
  const { call } = account.person
  granted(await call('session', { params: { ssid } }))
  for (let turn = Math.floor(Math.random() * songs.length); ; turn += 1) {
    const songID = songs[turn % songs.length] ?? ''
    const vote = directions[Math.floor(Math.random() * directions.length)] ?? 'up'
    account.underWay = { songID, vote }
    const answer = await call('voteUp', { params: { ssid }, body: { songID, vote } })
    const isAway = !answer.ok && (answer.status === 0 || answer.error.code === 'database-away')
    if (!isAway) granted(answer)
    if (!answer.ok) return
    account.acknowledged.set(songID, vote)
    account.underWay = null
    account.count += 1
    account.touched.add(songID)
  }
}

/**
 * Counts lost votes.
 * @returns how many songs differ from their last acknowledged vote
 */
async function countLost(account: Account, ssid: string): Promise<number> {
  const { you } = granted(await account.person.call('session', { params: { ssid } }))
  let lost = 0
  for (const [songID, vote] of account.acknowledged) {
    const stored = you.votes[songID] ?? 'none'
    const mayBeStored = account.underWay?.songID === songID && account.underWay.vote === stored
    if (stored !== vote && !mayBeStored) lost += 1
    account.acknowledged.set(songID, stored)
  }
  return lost
}
