import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@jointly/contract'
import { granted } from '@jointly/dev/world/api-user'
import { freePort } from '@jointly/dev/world/free-port'
import { startFloor } from './floors/floor-process.ts'
import { clockMs, type EntryResult, openLiveCrowd, type Seat } from './live/live-crowd.ts'
import { type FilledSession, fillCrowd } from './load/fill-database.ts'
import { median, type Row, row } from './report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { inFolder } from './temporary.ts'

const songsListed = 20
const restMs = 1_500
const returning = 1_000

/**
 * Lets many people enter one session at the same time. Measures the time until everyone has the state with all people,
 * and the bytes that each of them received.
 */
export async function join(): Promise<Row[]> {
  return [
    ...(await inFolder((dataDir) => entering(dataDir, { count: 1_000, runs: 3, goalMs: 1_000 }))),
    ...(await inFolder((dataDir) => entering(dataDir, { count: 2_000, runs: 1 }))),
    ...(await inFolder((dataDir) => entering(dataDir, { count: 10_000, runs: 1, goalMs: 10_000 }))),
    await inFolder(measureReturn),
  ]
}

async function entering(
  dataDir: string,
  { count, runs, goalMs }: { count: number; runs: number; goalMs?: number },
): Promise<Row[]> {
  const house = await fillCrowd(
    { DATA_DIR: dataDir },
    { sessions: 1, listenersEach: count, songs: songsListed },
  )
  const [people] = house.sessions
  const [server, floor] = [await startServer(dataDir), await startFloor()]
  const entered: EntryResult[] = []
  const plain: EntryResult[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      const room = await openRoom(server.origin, people, house.songIds)
      const seats = people?.listeners.map(({ token }): Seat => ({ room, token })) ?? []
      const [listeners, plainListeners] = [openLiveCrowd(), openLiveCrowd()]
      await pause(restMs)
      plain.push(
        await plainListeners.enter(
          floor.origin,
          seats.map(() => ({ room, token: null })),
          0,
        ),
      )
      await plainListeners.close()
      entered.push(await listeners.enter(server.origin, seats, count))
      await listeners.close()
    }
  } finally {
    await floor.close()
    await server.end('SIGTERM')
  }
  const what = `${count.toLocaleString('en')} enter one room at once`
  const tookMs = ({ tookMs }: EntryResult) => tookMs
  return [
    row(`${what}: each has the state and the list of all`, median(entered.map(tookMs)), 'ms', {
      ...(goalMs === undefined ? undefined : { atMost: goalMs }),
      floor: median(plain.map(tookMs)),
    }),
    row(
      `${what}: received by each, the most`,
      median(entered.map(({ bytes }) => Math.max(...bytes))) / 1024,
      'KiB',
      {
        atMost: 20,
      },
    ),
  ]
}

/**
 * Opens a session with a song list of usual length. Only its owner has entered.
 * @returns the id of the session
 */
async function openRoom(
  origin: string,
  people: FilledSession | undefined,
  songIds: readonly string[],
): Promise<string> {
  const call = createClient({ fetch, baseUrl: origin, token: () => people?.listeners[0]?.token ?? null })
  const body = { title: 'Concert', managed: false, isPrivate: false }
  const { id: ssid } = granted(await call('createSession', { body }))
  for (const songID of songIds)
    granted(await call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
  return ssid
}

/**
 * Kills the server and starts a new one. Measures the time until all clients have connected again. The clients wait
 * between two attempts as the app does.
 */
async function measureReturn(dataDir: string): Promise<Row> {
  const port = await freePort()
  const house = await fillCrowd(
    { DATA_DIR: dataDir },
    { sessions: 1, listenersEach: returning, songs: songsListed },
  )
  const listeners = openLiveCrowd()
  let server = await startServer(dataDir, port)
  try {
    const room = await openRoom(server.origin, house.sessions[0], house.songIds)
    const seats = house.sessions[0]?.listeners.map(({ token }): Seat => ({ room, token })) ?? []
    await listeners.enter(server.origin, seats, returning)
    const back = listeners.comeBack(returning)
    await server.end('SIGKILL')
    const beginMs = clockMs()
    server = await startServer(dataDir, port)
    await back
    return row(
      `server killed and started again: ${returning.toLocaleString('en')} are back and know of all`,
      clockMs() - beginMs,
      'ms',
      { atMost: 5_000, floor: server.startMs },
    )
  } finally {
    await listeners.close()
    await server.end('SIGTERM')
  }
}
