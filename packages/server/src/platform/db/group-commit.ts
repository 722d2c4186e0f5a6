import { isDatabaseUnavailable } from './database-unavailable.ts'
import { outsideTransaction } from './transact.ts'

/** The maximum number of items in a group. Larger groups are not faster, and each commit would take longer. */
const GROUP_SIZE = 500

export interface GroupCommit<Item, Outcome> {
  /**
   * Adds an item to the next group.
   * @returns the outcome for this item after its group is committed (V7)
   */
  add(item: Item): Promise<Outcome>
}

interface QueuedItem<Item, Outcome> {
  readonly item: Item
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Commits items in groups. A group has the items that arrived in one turn of the event loop, or during the commit of
 * the previous group. If a group fails, each of its items is committed alone, so that one bad item does not affect
 * the others. If the database is unavailable, all items of the group fail without a second attempt.
 * @param commit runs one transaction for all items and returns one outcome per item, in the order of the items
 */
export function createGroupCommit<Item, Outcome>(
  commit: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): GroupCommit<Item, Outcome> {
  let queue: QueuedItem<Item, Outcome>[] = []
  let isRunning = false

  async function commitGroup(group: readonly QueuedItem<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await commit(group.map(({ item }) => item))
      group.forEach((waiting, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) waiting.reject(new Error('The commit has no result for this item'))
        else waiting.resolve(outcome)
      })
    } catch (error) {
      if (group.length === 1 || isDatabaseUnavailable(error))
        for (const waiting of group) waiting.reject(error)
      else for (const waiting of group) await commitGroup([waiting])
    }
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, GROUP_SIZE)
      queue = queue.slice(GROUP_SIZE)
      await commitGroup(group)
    }
    isRunning = false
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (isRunning) return
        isRunning = true
        outsideTransaction(() => setImmediate(() => void run()))
      })
    },
  }
}
