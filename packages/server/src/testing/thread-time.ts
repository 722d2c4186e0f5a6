import { expect } from 'vitest'

/** The maximum time in milliseconds for which one call may block the thread (O6). */
const LONGEST_MS = 50
/** The time in milliseconds that the reference work needs on the machine for which `LONGEST_MS` is the limit. */
const REFERENCE_MS = 18
/**
 * The number of tries. The fastest one counts, because a busy machine only adds time. So each try must do the same work:
 * a call that changes something needs new input, because a repeated one may be refused at once.
 */
const TRIES = 5

/**
 * Runs `work`, and fails if it blocks the thread for too long in every try (O6). The limit is 50 ms. On a slower
 * machine the limit is higher: the reference work, which runs after a slow try, shows how much slower the machine is.
 * Server and client both run in this thread.
 * @param work gets the number of the try, from 0, and does the same work in each
 * @param prepare runs before each try and is not measured
 */
export async function expectShortTurns(
  work: (attempt: number) => Promise<unknown>,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const shares: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await prepare()
    // The calls to SQLite are synchronous. Without a new turn, they would be a part of the first measured turn.
    await new Promise(setImmediate)
    const turns = watchTurns()
    await work(attempt)
    const longestMs = turns.longestMs()
    if (longestMs < LONGEST_MS) return
    shares.push(longestMs / (LONGEST_MS * slowness()))
  }
  expect(Math.min(...shares), 'the longest turn, as a share of the limit').toBeLessThan(1)
}

/**
 * Waits until `count` has grown to `total`. @returns how much it grew at most in one turn of the event loop. The current
 * turn counts, too.
 */
export async function mostInOneTurn(count: () => number, total: number): Promise<number> {
  let most = count()
  for (let before = most; before < total; before = count()) {
    await new Promise(setImmediate)
    most = Math.max(most, count() - before)
  }
  return most
}

/** Measures the processor time of each turn of the event loop, until `longestMs` returns the maximum. */
function watchTurns() {
  let longest = 0
  let before = threadMs()
  let next: NodeJS.Immediate
  const endTurn = () => {
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const look = () => {
    endTurn()
    next = setImmediate(look)
  }
  look()
  return {
    longestMs(): number {
      clearImmediate(next)
      endTurn()
      return longest
    },
  }
}

/** Returns how many times slower this machine is now than the machine for which the limit is, at least 1. */
function slowness(): number {
  const before = threadMs()
  doReferenceWork()
  return Math.max(1, (threadMs() - before) / REFERENCE_MS)
}

/** Does a fixed amount of work of the kind that calls do: JSON, sorting and maps. */
function doReferenceWork(): void {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    id: `song-${(index * 7) % 1_000}`,
    name: 'n'.repeat(40),
  }))
  for (let round = 0; round < 40; round += 1) {
    JSON.parse(JSON.stringify(rows))
    const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    Map.groupBy(sorted, (row) => row.id)
  }
}

/** Returns the processor time of this thread in milliseconds. Other programs do not change it. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
