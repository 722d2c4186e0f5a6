/** After this number of items, the loop yields to the event loop, so that other work is not delayed. */
const BATCH_SIZE = 200

/** Processes many items: the first batch at once, and each further batch in a later turn of the event loop. */
export async function inBatches<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0
  for (const item of items) {
    if (done > 0 && done % BATCH_SIZE === 0) await new Promise(setImmediate)
    work(item)
    done += 1
  }
}
