import { setImmediate as yieldToOtherWork } from 'node:timers/promises'

/** The number of bytes that are searched without a pause. The search takes a few milliseconds at most. */
const sliceBytes = 128 * 1024

/**
 * Searches bytes in slices, and lets other work run between the slices. A broken file may contain megabytes without
 * sound (B7, B17).
 * @param search searches from a byte (inclusive) to another byte (exclusive)
 */
export async function inTurns(length: number, search: (from: number, until: number) => void): Promise<void> {
  for (let from = 0; from < length; from += sliceBytes) {
    if (from > 0) await yieldToOtherWork()
    search(from, Math.min(length, from + sliceBytes))
  }
}
