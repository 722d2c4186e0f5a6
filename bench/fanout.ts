import { setTimeout as pause } from 'node:timers/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { createClient, routes, VoteAnswer } from '@jointly/contract'
import { granted } from '@jointly/dev/world/api-user'
import { type FloorProcess, startFloor } from './floors/floor-process.ts'
import { listenerMemory } from './live/listener-memory.ts'
import { clockMs, type LiveCrowd, openLiveCrowd } from './live/live-crowd.ts'
import { type Crowd, fillCrowd, seatsOf } from './load/fill-database.ts'
import { median, percentile, type Row, row } from './report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { inFolder } from './temporary.ts'

const songsListed = 20
const runs = 3
/** The number of votes that are not measured, because the server still compiles code during the first votes. */
const firstVotes = 5
/**
 * The pause between two votes, in milliseconds. It is so long that the server does not combine two votes in one
 * push.
 */
const apartMs = 60
const voteMs = 10
const joinedMs = 50
const streamMs = 4_000

type Sizes = { what: string; sessions: number; listenersEach: number; samples: number; perSecond: number }

const sizes: readonly Sizes[] = [
  { what: '100 rooms of 20', sessions: 100, listenersEach: 20, samples: 100, perSecond: 500 },
  { what: 'a room of 2,000', sessions: 1, listenersEach: 2_000, samples: 50, perSecond: 100 },
  { what: 'a room of 10,000', sessions: 1, listenersEach: 10_000, samples: 20, perSecond: 50 },
]

/**
 * Measures the time from a vote until the last listener has it. The time is compared with a plain `ws` server
 * that sends the same bytes to the same number of clients.
 */
export async function fanout(): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await inFolder((dataDir) => measure(dataDir, size))))
  return rows
}

async function measure(dataDir: string, size: Sizes): Promise<Row[]> {
  const { sessions, listenersEach } = size
  const crowd = await fillCrowd({ DATA_DIR: dataDir }, { sessions, listenersEach, songs: songsListed })
  const kiBEach = await listenerMemory(dataDir, crowd)
  const [server, floor] = [await startServer(dataDir), await startFloor()]
  const [listeners, plain] = [openLiveCrowd(), openLiveCrowd()]
  try {
    for (const { ssid, listeners } of crowd.sessions)
      await listSongs(server.origin, ssid, listeners, crowd.songIds)
    const seats = seatsOf(crowd)
    await plain.enter(
      floor.origin,
      seats.map(({ room }) => ({ room, token: null })),
      0,
    )
    await listeners.enter(server.origin, seats, listenersEach)
    const votes = createVotes(server.origin, listeners, crowd)
    const both = async () => {
      const { ssid, tookMs } = await votes.next()
      const plainMs = await broadcastMs(floor, plain, ssid, await listeners.newest(ssid))
      await pause(apartMs)
      return { tookMs, plainMs }
    }
    for (let vote = 0; vote < firstVotes; vote += 1) await both()
    const alone: number[][] = []
    const floors: number[][] = []
    for (let run = 0; run < runs; run += 1) {
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let sample = 0; sample < size.samples; sample += 1) {
        const { tookMs, plainMs } = await both()
        ours.push(tookMs)
        theirs.push(plainMs)
      }
      alone.push(ours)
      floors.push(theirs)
    }
    const streamed: number[][] = []
    for (let run = 0; run < runs; run += 1) streamed.push(await stream(votes, size.perSecond))
    const bytes = (await listeners.newest(crowd.sessions[0]?.ssid ?? '')).length
    return rowsOf(size, { alone, floors, streamed, kiBEach, bytes })
  } finally {
    await Promise.all([listeners.close(), plain.close(), floor.close()])
    await server.end('SIGTERM')
  }
}

type Measurements = {
  alone: number[][]
  floors: number[][]
  streamed: number[][]
  kiBEach: Awaited<ReturnType<typeof listenerMemory>>
  bytes: number
}

function rowsOf(
  { what, perSecond }: Sizes,
  { alone, floors, streamed, kiBEach, bytes }: Measurements,
): Row[] {
  const of = (all: number[][], share: number) => median(all.map((run) => percentile(run, share)))
  const [floor50, floor99] = [of(floors, 0.5), of(floors, 0.99)]
  const atMost = (beyondMs: number) => ({ atMost: Math.round((1.5 * floor99 + beyondMs) * 10) / 10 })
  return [
    row(`${what}, votes alone: to the last listener, p50`, of(alone, 0.5), 'ms', { floor: floor50 }),
    row(`${what}, votes alone: to the last listener, p99`, of(alone, 0.99), 'ms', {
      ...atMost(voteMs),
      floor: floor99,
    }),
    row(`${what}, ${perSecond} votes/s: to the last listener, p50`, of(streamed, 0.5), 'ms', {
      floor: floor50,
    }),
    row(`${what}, ${perSecond} votes/s: to the last listener, p99`, of(streamed, 0.99), 'ms', {
      ...atMost(joinedMs + voteMs),
      floor: floor99,
    }),
    row(`${what}: heap and buffers a listener holds`, kiBEach.held, 'KiB', { floor: kiBEach.heldPlain }),
    row(`${what}: memory a listener`, kiBEach.resident, 'KiB', {
      ratioAtMost: 1.5,
      floor: kiBEach.residentPlain,
    }),
    row(`${what}: a state`, bytes / 1024, 'KiB'),
  ]
}

/** Adds the songs to the list by votes, so that the state has a usual size. */
async function listSongs(
  origin: string,
  ssid: string,
  [owner]: Crowd['sessions'][number]['listeners'],
  songIds: readonly string[],
): Promise<void> {
  const call = createClient({ fetch, baseUrl: origin, token: () => owner?.token ?? null })
  for (const songID of songIds)
    granted(await call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
}

type Votes = { next(): Promise<{ ssid: string; tookMs: number }> }

/**
 * Creates up-votes by people who have not voted for the song yet. So each vote changes the number of up-votes of the
 * song, and this number identifies the vote.
 */
function createVotes(origin: string, crowd: LiveCrowd, { sessions, songIds }: Crowd): Votes {
  let count = 0
  return {
    async next() {
      const session = sessions[count % sessions.length]
      const turn = Math.floor(count / sessions.length)
      count += 1
      const listener = session?.listeners[1 + Math.floor(turn / songIds.length)]
      const songID = songIds[turn % songIds.length]
      if (!session || !listener || !songID) throw new Error('everyone has voted for everything')
      const { ssid } = session
      const beginMs = clockMs()
      const upvotes = await voteUp(origin, ssid, listener.token, songID)
      return { ssid, tookMs: (await crowd.seen({ room: ssid, songID, upvotes })) - beginMs }
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Votes by a request of `node:http`, because `fetch` needs more processor time. @returns the up-votes of the song */
async function voteUp(origin: string, ssid: string, token: string, songID: string): Promise<number> {
  const path = routes.voteUp.path.replace(':ssid', ssid)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asked = request(origin + path, { method: 'POST', agent, headers })
  asked.end(JSON.stringify({ songID, vote: 'up' }))
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    asked.once('response', resolve).once('error', reject),
  )
  return VoteAnswer.parse(await json(answer)).upvotes
}

async function stream(votes: Votes, perSecond: number): Promise<number[]> {
  const taken: Promise<number>[] = []
  const beginMs = clockMs()
  for (let sinceMs = 0; sinceMs < streamMs; sinceMs = clockMs() - beginMs) {
    while (taken.length < (sinceMs * perSecond) / 1_000) taken.push(votes.next().then(({ tookMs }) => tookMs))
    await pause(1)
  }
  return Promise.all(taken)
}

let stamp = 1e12

/** Measures how long the plain server takes to send the same bytes to the same number of clients. */
async function broadcastMs(
  floor: FloorProcess,
  plain: LiveCrowd,
  room: string,
  state: Buffer,
): Promise<number> {
  stamp += 1
  const bytes = Buffer.from(state.toString('latin1').replace(/\d{13}(\}+)$/, `${stamp}$1`), 'latin1')
  const beginMs = await floor.broadcast(room, bytes)
  return (await plain.seen({ room, at: stamp })) - beginMs
}
