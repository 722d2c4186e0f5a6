import { isDatabaseAway } from './database-away.ts'
import { outsideTransaction } from './transaction-guard.ts'

/** The largest group: beyond, a commit gets slower than it saves. */
const GROUP_SIZE = 500

export interface GroupCommit<Item, Outcome> {
  /** @returns the outcome for this item, once the group that holds it is committed (V7) */
  add(item: Item): Promise<Outcome>
}

interface Waiting<Item, Outcome> {
  readonly item: Item
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Lets items that arrive together share one commit: those of one turn of the event loop, and those that come while a
 * group is being committed. So nobody waits where there is nobody to wait for, and groups grow with the load. If a
 * group of several fails, each of its items is tried alone, so that a bad one harms no neighbour; but not while the
 * database is away, when they would wait for it one after the other.
 *
 * @param commit does one transaction for all items, all or nothing, and gives one outcome an item, in their order
 */
export function createGroupCommit<Item, Outcome>(
  commit: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): GroupCommit<Item, Outcome> {
  let gathering: Waiting<Item, Outcome>[] = []
  let isRunning = false

  async function commitGroup(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await commit(group.map(({ item }) => item))
      group.forEach((waiting, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) waiting.reject(new Error('The commit told nothing of this item'))
        else waiting.resolve(outcome)
      })
    } catch (error) {
      if (group.length === 1 || isDatabaseAway(error)) for (const waiting of group) waiting.reject(error)
      else for (const waiting of group) await commitGroup([waiting])
    }
  }

  async function run(): Promise<void> {
    while (gathering.length > 0) {
      const group = gathering.slice(0, GROUP_SIZE)
      gathering = gathering.slice(GROUP_SIZE)
      await commitGroup(group)
    }
    isRunning = false
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        gathering.push({ item, resolve, reject })
        if (isRunning) return
        isRunning = true
        outsideTransaction(() => setImmediate(() => void run()))
      })
    },
  }
}
