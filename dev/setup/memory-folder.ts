import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The folder that Linux keeps in memory. */
const memory = '/dev/shm'
/**
 * If the folder has less free space than this, it is not used, because a container may have little memory. All tests
 * together need much less.
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
