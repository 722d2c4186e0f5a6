import { setImmediate as yieldToOtherWork } from 'node:timers/promises'

/** After this number of entries there is a pause, so that other work can run. */
const batchSize = 500

/** Yields the entries. After each batch there is a pause, so that other work can run (B9). */
export async function* inBatches<T>(entries: Iterable<T>): AsyncGenerator<T> {
  let count = 0
  for (const entry of entries) {
    count += 1
    if (count % batchSize === 0) await yieldToOtherWork()
    yield entry
  }
}
