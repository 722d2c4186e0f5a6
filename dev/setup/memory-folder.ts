import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The folder that Linux keeps in memory. */
const memory = '/dev/shm'
/**
 * A memory folder with less free space is not used, because a container may have little memory. All tests
 * together write much less than this.
 */
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * Chooses the folder for temporary files.
 * @returns a folder in memory if it has enough space, otherwise the usual one
 */
export function folderForThrowaways(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= ROOM_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
