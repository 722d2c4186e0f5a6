import type { ByteFile } from './read-file.ts'

/** The number of bytes of an Ogg page before the list of its segment lengths. */
const oggHeadBytes = 27
/** The largest number of bytes of an Ogg page: the header, 255 lengths, and 255 segments of 255 bytes. */
const oggPageBytes = oggHeadBytes + 255 + 255 * 255
const oggName = Buffer.from('OggS')
const mostBoxes = 1000

/**
 * Finds the end of the last whole page of an Ogg file, because an incomplete download ends in the middle of a page.
 * @returns the number of bytes before this end, or the size of the file if it has no page
 */
export async function wholeOggBytes(file: ByteFile): Promise<number> {
  const from = Math.max(0, file.byteLength - 2 * oggPageBytes)
  const bytes = Buffer.from(await file.read(from, file.byteLength))
  for (let at = bytes.lastIndexOf(oggName); at >= 0; at = at > 0 ? bytes.lastIndexOf(oggName, at - 1) : -1) {
    const segmentCount = bytes[at + oggHeadBytes - 1] ?? 0
    const lengths = bytes.subarray(at + oggHeadBytes, at + oggHeadBytes + segmentCount)
    const end = at + oggHeadBytes + lengths.reduce((sum, length) => sum + length, segmentCount)
    if (lengths.length === segmentCount && end <= bytes.length) return from + end
  }
  return file.byteLength
}

/** Returns whether an MP4 file ends before the end of its last box. */
export async function isMp4CutOff(file: ByteFile): Promise<boolean> {
  let at = 0
  for (let boxes = 0; boxes < mostBoxes && at < file.byteLength; boxes += 1) {
    const head = Buffer.from(await file.read(at, at + 16))
    if (head.length < 8) return true
    const size = head.readUInt32BE(0)
    // Size 0 means that the box goes to the end of the file. Size 1 means that 8 bytes with the size follow.
    if (size === 0 || (size === 1 && head.length < 16)) return size === 1
    at += Math.max(8, size === 1 ? Number(head.readBigUInt64BE(8)) : size)
  }
  return at > file.byteLength
}
