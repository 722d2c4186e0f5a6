// Loaded into a process whose memory is measured. A signal makes it collect all garbage and write down the memory that
// remains, in bytes.
import { renameSync, writeFileSync } from 'node:fs'

/** The number of collections. Objects that one collection frees can make others free for the next one. */
const ROUNDS = 3

process.on('SIGUSR2', () => {
  for (let round = 0; round < ROUNDS; round += 1)
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external } = process.memoryUsage()
  const file = process.env.HELD_MEMORY_FILE ?? ''
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
