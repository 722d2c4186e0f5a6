import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@jointly/contract'
import { granted } from '@jointly/dev/world/api-user'
import {
  placeReasons,
  forecastStarts,
  overtakenBy,
  rankSongs,
  topSong,
  turnOrder,
  placeChanges,
} from '@jointly/domain'
import { fillRoom, type Room } from './load/fill-room.ts'
import { median, type Row, row } from './report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { inFolder } from './temporary.ts'
import { runInParallel } from './load/parallel.ts'

const RUNS = 9
/** Each measurement repeats a job for this many milliseconds, because the clock cannot measure a single call. */
const TIMED_TOGETHER_MS = 4
const GOAL_US = 5_000
/**
 * The limit for the growth of the cost from a small list to the largest one, divided by the growth of n log n. It is
 * above 1, because measurements vary.
 */
const GROWTH = 1.5
const LISTED = [10, 100, 1_000, 10_000] as const
const LISTENERS = [2, 200, 2_000] as const
const SHOWN = 200

/**
 * Measures how long the choice of the next song takes, by votes and at random. Both the rule alone and the
 * whole call over HTTP are measured.
 */
export async function next(): Promise<Row[]> {
  return [...measureRule(), ...(await inFolder(measureCall))]
}

type RankedList = ReturnType<typeof createList>['songs'][number]

/** Creates a list for the rules, with the context of its ranking. */
function createList(listed: number, listeners: number) {
  const people = Array.from({ length: listeners }, (_, index) => `00000000-0000-4000-8000-${index}`)
  const songs = Array.from({ length: listed }, (_, index) => ({
    songId: `song-${(index * 7919) % listed}`,
    score: ((index * 31) % 7) - 1,
    behind: people[index % listeners] ?? null,
    firstVoteAt: 1_700_000_000_000 + ((index * 104_729) % listed),
    overtaken: (index * 13) % 9,
    refused: index % 50 === 0,
    durationMs: 200_000,
  }))
  const ledger = new Map(people.map((person, index) => [person, (index * 37) % listeners]))
  return { songs, people, context: { activeCount: listeners, ledger } }
}

/** Measures the cost of the rules, compared with the cost of sorting a list of numbers of the same length. */
function measureRule(): Row[] {
  const rows: Row[] = []
  const choices = new Map<number, number>()
  const bodies = new Map<number, number>()
  for (const listed of LISTED)
    for (const listeners of LISTENERS) {
      const { songs, people, context } = createList(listed, listeners)
      const [sortUs, chooseUs, randomUs, bodyUs] = timedUs(
        () => songs.map(({ firstVoteAt }) => firstVoteAt).sort((a, b) => a - b),
        () => choose(songs, context),
        () => turnOrder(people, context.ledger, Math.random),
        () => explain(songs, context),
      )
      const size = `${listed} listed, ${listeners} listeners`
      rows.push(
        row(`the rule: choosing by votes, ${size}`, chooseUs, 'µs', { atMost: GOAL_US, floor: sortUs }),
      )
      if (listed === 10)
        rows.push(
          row(`the rule: whose turn at random, ${listeners} listeners`, randomUs, 'µs', { atMost: GOAL_US }),
        )
      rows.push(
        row(`the rule: order, why, when and what would change it, ${size}`, bodyUs, 'µs', { floor: sortUs }),
      )
      choices.set(listed, chooseUs)
      bodies.set(listed, bodyUs)
    }
  return [
    ...rows,
    ...growth('the rule: choosing by votes', choices),
    ...growth('the rule: order, why, when and what would change it', bodies),
  ]
}

function choose(songs: readonly RankedList[], context: ReturnType<typeof createList>['context']): unknown {
  const top = topSong(songs, context)
  return top && overtakenBy(songs, top)
}

/** Calculates all reasons and forecasts that clients get about the order of a list. */
function explain(songs: readonly RankedList[], context: ReturnType<typeof createList>['context']): unknown {
  const ranked = rankSongs(songs, context)
  const starts = forecastStarts(ranked, context, 0)
  return [placeReasons(ranked, context), placeChanges(ranked, context)(0, SHOWN), starts]
}

/**
 * Divides the growth of the cost, from small lists to the largest one, by the growth of n log n.
 * @param costs the cost by the length of the list
 */
function growth(what: string, costs: ReadonlyMap<number, number>): Row[] {
  const perStep = (count: number) => (costs.get(count) ?? 0) / (count * Math.log2(count))
  return [10, 100, 1_000].map((from) =>
    row(`${what}: n log n times so much, 10000 listed beside ${from}`, perStep(10_000) / perStep(from), '', {
      atMost: GROWTH,
    }),
  )
}

/**
 * Measures the median time of each job in microseconds. The jobs take turns, so that other load affects all of
 * them.
 */
function timedUs<Jobs extends readonly (() => unknown)[]>(...jobs: Jobs): { [Index in keyof Jobs]: number } {
  const runs = jobs.map((job) => {
    job()
    const begin = performance.now()
    job()
    return {
      job,
      times: Math.max(1, Math.ceil(TIMED_TOGETHER_MS / (performance.now() - begin))),
      ms: [0].slice(1),
    }
  })
  for (let round = 0; round < RUNS; round += 1)
    for (const { job, times, ms } of runs) {
      const begin = performance.now()
      for (let time = 0; time < times; time += 1) job()
      ms.push((performance.now() - begin) / times)
    }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one figure for each job, in the order of the jobs
  return runs.map(({ ms }) => 1_000 * median(ms)) as { [Index in keyof Jobs]: number }
}

const ROOMS = [
  { listed: 10, listeners: 2 },
  { listed: 100, listeners: 20 },
  { listed: 1_000, listeners: 200 },
  { listed: 10_000, listeners: 2_000 },
] as const
/** The number of songs that each listener in the sessions with random mode has loaded. */
const LOADED = 100
/**
 * The size of the session in which the possible songs are counted. It has as many listeners as the app shows by
 * name.
 */
const POOLS = { listeners: 50, listed: 0, loaded: 2_000 } as const

/**
 * Measures a skip by the owner: the server chooses a song, stores the choice and the listeners of the last
 * song, and answers.
 */
async function measureCall(dataDir: string): Promise<Row[]> {
  await (await startServer(dataDir)).end('SIGTERM')
  // The first play and each skip take a song from the list. With these further songs, the list of the run in the middle
  // is as long as its row says.
  const voted = ROOMS.map((sizes) => ({
    ...sizes,
    room: fillRoom(dataDir, { ...sizes, listed: sizes.listed + 1 + Math.floor(RUNS / 2), loaded: 0 }),
  }))
  const random = LISTENERS.map((listeners) => ({
    listeners,
    room: fillRoom(dataDir, { listeners, listed: 0, loaded: LOADED }),
  }))
  const pools = fillRoom(dataDir, POOLS)
  const server = await startServer(dataDir)
  const plain = new DatabaseSync(join(dataDir, 'jointly.db'), { readOnly: true })
  try {
    const rows: Row[] = []
    const choices = new Map<number, number>()
    const bodies = new Map<number, number>()
    for (const { listed, listeners, room } of voted) {
      const { skipMs, readMs, bodyMs, bodyKiB } = await skipped(server.origin, plain, room)
      const size = `${listed} listed, ${listeners} listeners`
      rows.push(
        row(`over HTTP: choosing by votes, ${size}`, skipMs, 'ms', { floor: readMs }),
        row(`over HTTP: the body after it, ${size}`, bodyMs, 'ms', { floor: readMs }),
        row(`the body, ${size}`, bodyKiB, 'KiB'),
      )
      choices.set(listed, skipMs)
      bodies.set(listed, bodyMs)
    }
    for (const { listeners, room } of random) {
      const { skipMs } = await skipped(server.origin, plain, room)
      rows.push(row(`over HTTP: choosing at random, ${listeners} listeners of ${LOADED} songs`, skipMs, 'ms'))
    }
    rows.push(
      ...growth('over HTTP: choosing by votes', choices),
      ...growth('over HTTP: the body after it', bodies),
      row(
        `over HTTP: what random mode picks from, ${POOLS.listeners} listeners of ${POOLS.loaded} songs`,
        await matcherMs(server.origin, pools),
        'ms',
      ),
    )
    return rows
  } finally {
    plain.close()
    await server.end('SIGTERM')
  }
}

const clientOf = (baseUrl: string, token: string) => createClient({ fetch, baseUrl, token: () => token })

/** Makes everybody active: each person presses play. */
async function enter(origin: string, { ssid, listeners }: Room): Promise<void> {
  await runInParallel(8, listeners.length, async (index) => {
    const call = clientOf(origin, listeners[index]?.token ?? '')
    granted(await call('play', { params: { ssid } }))
  })
}

/**
 * Skips one song after the other and measures each skip. For comparison, this also measures how long it takes to read
 * the list with the plain database driver and to sort it.
 */
async function skipped(origin: string, plain: DatabaseSync, room: Room) {
  await enter(origin, room)
  const { ssid, listeners } = room
  const call = clientOf(origin, listeners[0]?.token ?? '')
  const read = plain.prepare(
    'select song_id, upvotes, downvotes, behind_id, first_vote_at, overtaken from listed_songs where session_id = ?',
  )
  const [skipMs, readMs, bodyMs, bodyBytes]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let run = 0; run < RUNS; run += 1) {
    skipMs.push(
      await taken(async () => {
        const { skipped } = granted(await call('skip', { params: { ssid }, body: { wish: true } }))
        if (!skipped) throw new Error('the song was not skipped')
      }),
    )
    bodyMs.push(
      await taken(async () => {
        const body = granted(await call('session', { params: { ssid } }))
        bodyBytes.push(JSON.stringify(body).length)
      }),
    )
    readMs.push(
      await taken(() => read.all(ssid).sort((a, b) => Number(a.first_vote_at) - Number(b.first_vote_at))),
    )
  }
  return {
    skipMs: median(skipMs),
    readMs: median(readMs),
    bodyMs: median(bodyMs),
    bodyKiB: median(bodyBytes) / 1024,
  }
}

/**
 * Measures the view of random mode. The song is skipped before each call, because the server otherwise answers from
 * its cache.
 */
async function matcherMs(origin: string, room: Room): Promise<number> {
  await enter(origin, room)
  const { ssid, listeners } = room
  const call = clientOf(origin, listeners[0]?.token ?? '')
  const ms: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    granted(await call('skip', { params: { ssid }, body: { wish: true } }))
    ms.push(await taken(async () => granted(await call('matcher', { params: { ssid } }))))
  }
  return median(ms)
}

async function taken(job: () => unknown): Promise<number> {
  const begin = performance.now()
  await job()
  return performance.now() - begin
}
