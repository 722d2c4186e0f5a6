import type { Metadata } from 'sharp'
import { sharp } from './decoders.ts'

/** Why a file cannot become a picture. `pixels` means too many pixels, and `busy` means that the queue is full. */
export type PictureProblem = 'type' | 'animated' | 'pixels' | 'unreadable' | 'busy'

/** The side of a stored picture in pixels. */
export const PICTURE_SIDE = 256
/** The maximum number of pixels. Photos of phones have fewer. Decoding takes at most 160 MB, 4 bytes a pixel. */
const MAX_PIXELS = 40_000_000
const MAX_SECONDS = 10
const QUALITY = 82

const signatures = [
  { format: 'jpeg', matches: (file: Buffer) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    format: 'png',
    matches: (file: Buffer) =>
      file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  {
    format: 'webp',
    matches: (file: Buffer) =>
      file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
  },
]

/**
 * Resolves when the last file in the queue is decoded. Files are decoded one after the other, because each may need
 * much memory.
 */
let queue: Promise<unknown> = Promise.resolve()
let inQueue = 0
/**
 * The maximum number of files in the queue. Each takes up to 5 MB of memory, and delays the files after it by
 * up to ten seconds.
 */
const MAX_QUEUE = 16

/**
 * Makes a square WebP picture of a PNG, JPEG or WebP file, without its metadata. The square is cut from the middle.
 * The work runs outside the event loop.
 * @returns the new file, or why the file cannot become a picture
 */
export function squarePicture(file: Buffer): Promise<Buffer | PictureProblem> {
  const format = signatures.find(({ matches }) => matches(file))?.format
  if (format === undefined) return Promise.resolve('type')
  if (inQueue >= MAX_QUEUE) return Promise.resolve('busy')
  inQueue += 1
  const made = queue
    .then(() => decode(file, format))
    .finally(() => {
      inQueue -= 1
    })
  queue = made.catch(() => undefined)
  return made
}

async function decode(file: Buffer, format: string): Promise<Buffer | PictureProblem> {
  const options = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const
  const metadata = await sharp(file, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  const problem = metadata ? problemOf(file, format, metadata) : 'unreadable'
  if (problem) return problem
  return sharp(file, options)
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch((): PictureProblem => 'unreadable')
}

function problemOf(file: Buffer, format: string, metadata: Metadata): PictureProblem | null {
  if (metadata.format !== format) return 'type'
  if (metadata.width * metadata.height > MAX_PIXELS) return 'pixels'
  return (metadata.pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(file)) ? 'animated' : null
}

/**
 * Returns whether a PNG is animated. The decoder would show only its first image. An animated PNG has an `acTL`
 * chunk before its image data.
 */
function isAnimatedPng(file: Buffer): boolean {
  const animation = file.indexOf('acTL')
  return animation >= 0 && animation < file.indexOf('IDAT')
}
