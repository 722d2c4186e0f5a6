// Code inside a process whose memory is measured. After a signal, the process collects all garbage and writes
// the remaining memory in bytes to a file.
import { renameSync, writeFileSync } from 'node:fs'

/** The number of collections. Several are needed, because the first can make objects free for the next. */
const ROUNDS = 3

process.on('SIGUSR2', () => {
  for (let round = 0; round < ROUNDS; round += 1)
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external } = process.memoryUsage()
  const file = process.env.HELD_MEMORY_FILE ?? ''
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
