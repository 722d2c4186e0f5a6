// Loaded into a process whose memory is measured: a signal makes it give up all that nothing holds, and note what it
// holds then, in bytes.
import { renameSync, writeFileSync } from 'node:fs'

/** What ends in one collection lets go of more in the next. */
const ROUNDS = 3

process.on('SIGUSR2', () => {
  for (let round = 0; round < ROUNDS; round += 1)
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external } = process.memoryUsage()
  const file = process.env.HELD_MEMORY_FILE ?? ''
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
