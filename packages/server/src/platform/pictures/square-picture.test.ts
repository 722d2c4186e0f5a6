import { setImmediate } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PICTURE_SIDE, squarePicture } from './square-picture.ts'

const colour = (width: number, height: number, background = '#c02040') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Builds a PNG file from its chunks. */
function png(...chunks: [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  })
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts])
}

function header(width: number, height: number): [string, Buffer] {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([1, 0], 8)
  return ['IHDR', data]
}

const end: [string, Buffer] = ['IEND', Buffer.alloc(0)]

describe('U4 a picture is decoded within limits and stored as a small square', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('U4 reads %s', async (format) => {
    const made = await squarePicture(await colour(900, 300).toFormat(format).toBuffer())
    expect(await sharp(Buffer.from(made)).metadata()).toMatchObject({
      format: 'webp',
      width: PICTURE_SIDE,
      height: PICTURE_SIDE,
    })
  })

  it('U4 removes the metadata, and anything that follows the picture', async () => {
    const photo = await colour(400, 300)
      .withExif({ IFD0: { Copyright: 'where I live' } })
      .jpeg()
      .toBuffer()
    const made = await squarePicture(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]))
    expect(photo.includes('where I live')).toBe(true)
    expect(made.includes('where I live')).toBe(false)
    expect(made.includes('script')).toBe(false)
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a page', Buffer.from('<!doctype html><title>x</title>')],
    ['nothing', Buffer.alloc(0)],
  ])('U4 refuses %s by its content', async (_, file) => {
    expect(await squarePicture(file)).toBe('type')
  })

  it('U4 refuses a bomb by its header, so that nothing of it is decoded', async () => {
    const rows = deflateSync(Buffer.alloc(3751 * 300))
    expect(await squarePicture(png(header(30_000, 30_000), ['IDAT', rows], end))).toBe('pixels')
  })

  it('U4 refuses a file that ends too early', async () => {
    const whole = await colour(500, 500).png({ compressionLevel: 0 }).toBuffer()
    expect(await squarePicture(whole.subarray(0, 4000))).toBe('unreadable')
    expect(await squarePicture(png(header(9, 9)))).toBe('unreadable')
  })

  it('U4 refuses animations', async () => {
    const frames = [colour(9, 9, '#ff0000'), colour(9, 9, '#00ff00')].map((frame) => frame.png().toBuffer())
    const webp = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await squarePicture(webp)).toBe('animated')
    const rows = deflateSync(Buffer.alloc(3))
    expect(await squarePicture(png(header(1, 1), ['acTL', Buffer.alloc(8)], ['IDAT', rows], end))).toBe(
      'animated',
    )
  })

  it('O6 decodes outside the event loop', async () => {
    const large = await colour(6000, 6000).png().toBuffer()
    let isDecoding = true
    const decoded = squarePicture(large).finally(() => {
      isDecoding = false
    })
    let turns = 0
    for (; isDecoding; turns += 1) await setImmediate()
    expect(await decoded).toBeInstanceOf(Buffer)
    expect(turns).toBeGreaterThan(100)
  })

  it('U4 keeps only a few files waiting, and refuses the others at once', async () => {
    const photo = await colour(300, 300).jpeg().toBuffer()
    const made = await Promise.all(Array.from({ length: 20 }, () => squarePicture(photo)))
    expect(made.filter((picture) => picture === 'busy')).toHaveLength(4)
    expect(await squarePicture(photo)).toBeInstanceOf(Buffer)
  })
})
