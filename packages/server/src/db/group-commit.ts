import type { Db, Trx } from './tables.ts'
import { transact } from './transact.ts'
import { outsideTransaction } from './transaction-guard.ts'

/** Larger groups gain little and hold the transaction longer. */
const MAX_GROUP = 500

/**
 * Writes a group within one transaction, the results in the order of the operations. A refused operation writes nothing
 * and has its refusal as result. On PostgreSQL it must touch rows in one fixed order, or concurrent groups deadlock.
 */
export type WriteGroup<Operation, Result> = (
  trx: Trx,
  operations: readonly Operation[],
) => Promise<readonly Result[]>

export type GroupCommit<Operation, Result> = {
  /** @returns the operation's own result, once it is durable; rejects when just this operation cannot be written */
  submit(operation: Operation): Promise<Result>
  /** Resolves when everything submitted is settled. */
  drained(): Promise<void>
}

type Waiting<Operation, Result> = {
  operation: Operation
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Joins writes that arrive together into one transaction, because a commit costs the same for one as for hundreds.
 * Nobody waits for company: the first write of a quiet time begins at once, and what arrives while a commit runs is
 * the next group. When a group fails, each of its operations is tried alone, so that a bad one does not undo its
 * neighbours.
 */
export function createGroupCommit<Operation, Result>(
  db: Db,
  write: WriteGroup<Operation, Result>,
): GroupCommit<Operation, Result> {
  const queue: Waiting<Operation, Result>[] = []
  let running: Promise<void> | null = null

  async function commit(group: readonly Waiting<Operation, Result>[]): Promise<void> {
    try {
      const operations = group.map(({ operation }) => operation)
      const results = await transact<readonly Result[]>(db, (trx) => write(trx, operations))
      if (results.length !== group.length)
        throw new Error('a group was answered with another number of results')
      results.forEach((result, index) => group[index]?.resolve(result))
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const alone of group) await commit([alone])
    }
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // All that the sockets have ready is read before the group is closed.
      await new Promise((resolve) => setImmediate(resolve))
      await commit(queue.splice(0, MAX_GROUP))
    }
    running = null
  }

  return {
    submit: (operation) =>
      new Promise((resolve, reject) => {
        queue.push({ operation, resolve, reject })
        running ??= outsideTransaction(run)
      }),
    drained: () => running ?? Promise.resolve(),
  }
}
