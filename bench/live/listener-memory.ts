import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startFloor } from '../floors/floor-process.ts'
import { openLiveCrowd, type Seat } from './live-crowd.ts'
import { type Crowd, seatsOf } from '../load/fill-database.ts'
import { median } from '../report.ts'
import { residentMiB, startServer } from '@jointly/dev/world/server-process'

const runs = 3
/**
 * The number of listeners that come and leave before memory is read the first time. They are not part of the
 * figure, because the first listeners need more memory.
 */
const warmingUp = 200
/**
 * How long to wait until the server has removed lost listeners, in milliseconds. The server keeps them for
 * eight seconds, because people may reload the page.
 */
const lingerMs = 9_000
/** How long to wait until all listeners know of each other, in milliseconds. */
const settleMs = 2_000
const lookEveryMs = 100
const heldMemory = new URL('./memory-after-gc.ts', import.meta.url).href

/**
 * The memory of the server and of a plain server after garbage collection: used memory with buffers, and
 * resident memory.
 */
type Reading = Record<'held' | 'resident' | 'heldPlain' | 'residentPlain', number>

/**
 * Measures the memory per listener of a server and of a plain server in KiB, as the median of several pairs of
 * new processes. Memory is read after garbage collection, because it would otherwise depend on the time of the
 * last collection.
 * @param dataDir of a stopped server whose database has the people
 */
export async function listenerMemory(dataDir: string, crowd: Crowd): Promise<Reading> {
  const pairs = await Promise.all(Array.from({ length: runs }, () => openPair(dataDir, crowd)))
  try {
    // Each step is done for one pair after the other, but the waiting time passes for all pairs at once.
    for (const pair of pairs) await pair.warmUp()
    await pause(lingerMs)
    const before = await Promise.all(pairs.map((pair) => pair.readKiB()))
    for (const pair of pairs) await pair.enterAll()
    await pause(settleMs)
    const after = await Promise.all(pairs.map((pair) => pair.readKiB()))
    const each = (what: keyof Reading) =>
      median(after.map((kiB, run) => (kiB[what] - (before[run]?.[what] ?? 0)) / seatsOf(crowd).length))
    return {
      held: each('held'),
      resident: each('resident'),
      heldPlain: each('heldPlain'),
      residentPlain: each('residentPlain'),
    }
  } finally {
    await Promise.all(pairs.map((pair) => pair.close()))
  }
}

/** Opens the server and the plain server, each with many clients. */
async function openPair(filledDir: string, crowd: Crowd) {
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  const dataDir = join(folder, 'data')
  await cp(filledDir, dataDir, { recursive: true })
  const measured = (heldFile: string) => ({
    NODE_OPTIONS: `--expose-gc --import ${heldMemory}`,
    HELD_MEMORY_FILE: heldFile,
  })
  const [ownFile, plainFile] = [join(folder, 'held'), join(folder, 'held-plain')]
  const server = await startServer(dataDir, undefined, measured(ownFile))
  const floor = await startFloor(measured(plainFile))
  const [listeners, plain] = [openLiveCrowd(), openLiveCrowd()]
  const seats = seatsOf(crowd)
  const inEach = seats.length / crowd.sessions.length

  async function enter(some: readonly Seat[]): Promise<void> {
    await plain.enter(
      floor.origin,
      some.map(({ room }) => ({ room, token: null })),
      0,
    )
    await listeners.enter(server.origin, some, Math.min(some.length, inEach))
  }
  async function heldKiB(pid: number, file: string): Promise<number> {
    await rm(file, { force: true })
    process.kill(pid, 'SIGUSR2')
    while (!existsSync(file)) await pause(lookEveryMs)
    return Number(await readFile(file, 'utf8')) / 1024
  }
  return {
    async warmUp() {
      await enter(seats.slice(0, warmingUp))
      await Promise.all([plain.leave(), listeners.leave()])
    },
    enterAll: () => enter(seats),
    async readKiB(): Promise<Reading> {
      return {
        held: await heldKiB(server.pid, ownFile),
        resident: residentMiB(server.pid) * 1024,
        heldPlain: await heldKiB(floor.pid, plainFile),
        residentPlain: residentMiB(floor.pid) * 1024,
      }
    },
    async close() {
      await Promise.all([listeners.close(), plain.close(), floor.close(), server.end('SIGTERM')])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
