import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The folder that Linux keeps in memory. */
const memory = '/dev/shm'
/**
 * The free space that is needed. All tests together write much less. A container may have far less memory.
 */
const ROOM_BYTES = 2 * 1024 ** 3

/** @returns the fastest folder for temporary files: in memory if it has enough space, otherwise the usual one */
export function folderForThrowaways(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= ROOM_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
