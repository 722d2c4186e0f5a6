import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * The largest number of bytes of one read, and of the packets of one part of a song. Only a broken file needs more:
 * five seconds of eight channels are 23 MB.
 */
export const maxPartBytes = 32 * 1024 * 1024

/** Reads the bytes from `start` (inclusive) to `end` (exclusive), or fewer at the end of the file. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

/** A file whose bytes can be read from any position. */
export type ByteFile = { readonly path: string; readonly byteLength: number; readonly read: ReadBytes }

/** Creates a reader of a file. The file is open only during a read. */
export function byteFile(absolutePath: string, byteLength: number): ByteFile {
  return {
    path: absolutePath,
    byteLength,
    async read(start, end) {
      const length = Math.max(0, Math.min(end, byteLength) - start)
      if (length > maxPartBytes) throw new RangeError('the part is too large')
      const file = await open(absolutePath, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}
