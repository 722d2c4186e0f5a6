import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { jpegHead, pngHead } from './testing/picture-files.ts'
import { mp3File } from './testing/song-files.ts'
import { pictureSize } from './picture-size.ts'
import { createPictureReader } from './picture-reader.ts'

function folder(files: Readonly<Record<string, Buffer>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pictures-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
  return root
}

it.each([
  ['PNG', pngHead(640, 480)],
  ['JPEG', jpegHead(640, 480)],
  ['GIF', Buffer.from('4749463839618002e001', 'hex')],
  ['WebP', Buffer.from('52494646000000005745425056503820000000000000009d012a8002e001', 'hex')],
  ['lossless WebP', Buffer.from('5249464600000000574542505650384c000000002f7fc27700', 'hex')],
  ['extended WebP', Buffer.from('524946460000000057454250565038580a000000000000007f0200df0100', 'hex')],
])('B11 reads the size of a %s', (_, bytes) => {
  expect(pictureSize(bytes)).toEqual({ width: 640, height: 480 })
})

it.each(['', 'ffd8', 'ffd8ff', '89504e47', '52494646', 'ffd8ffe0ffff', '7b7d'])(
  'B11 knows no size of a picture that ends after %s',
  (hex) => {
    expect(pictureSize(Buffer.from(hex, 'hex'))).toBeUndefined()
  },
)

it('B11 serves no file that is too large, in bytes or in pixels, or not a picture', async () => {
  const root = folder({
    'good.png': pngHead(5000, 5000),
    'wide.png': pngHead(5001, 10),
    'tall.png': pngHead(10, 5001),
    'heavy.png': pngHead(10, 10, 8_000_000),
    'none.png': Buffer.from('no picture'),
    'good.mp3': mp3File('Good', 'A', 'B', pngHead(600, 600)),
    'heavy.mp3': mp3File('Heavy', 'A', 'B', pngHead(600, 600, 8_000_000)),
    'wide.mp3': mp3File('Wide', 'A', 'B', pngHead(60_000, 600)),
  })
  const pictures = createPictureReader(root)
  const file = async (path: string) => (await pictures.file(path))?.body.length
  expect([await file('good.png'), await file('wide.png'), await file('tall.png')]).toEqual([
    29,
    undefined,
    undefined,
  ])
  expect([await file('heavy.png'), await file('none.png')]).toEqual([undefined, undefined])
  const embedded = async (path: string) => (await pictures.embedded(path))?.body.length
  expect([await embedded('good.mp3'), await embedded('heavy.mp3'), await embedded('wide.mp3')]).toEqual([
    29,
    undefined,
    undefined,
  ])
})

it('B9 a picture that could not be read is read again with the next request', async () => {
  const root = folder({})
  const pictures = createPictureReader(root)
  const results = async () => [await pictures.file('one.png'), await pictures.embedded('one.mp3')]
  expect(await results()).toEqual([undefined, undefined])
  writeFileSync(join(root, 'one.png'), pngHead(10, 10))
  writeFileSync(join(root, 'one.mp3'), mp3File('One', 'A', 'B', pngHead(10, 10)))
  expect((await results()).map((picture) => picture?.body.length)).toEqual([29, 29])
})

it('B11 caches a limited number of bytes, of the most recent pictures', async () => {
  const names = Array.from({ length: 8 }, (_, number) => `${number}.png`)
  const root = folder(Object.fromEntries(names.map((name) => [name, pngHead(10, 10, 10_000)])))
  const pictures = createPictureReader(root, 35_000)
  const first = pictures.file('0.png')
  await first
  for (const name of names.slice(1)) {
    await pictures.file(name)
    await pictures.file('0.png')
    expect(pictures.cachedBytes()).toBeLessThanOrEqual(35_000)
  }
  expect(pictures.file('0.png')).toBe(first)
  expect(pictures.cachedBytes()).toBeGreaterThan(30_000)
  await Promise.all(names.map(pictures.file))
  expect(pictures.cachedBytes()).toBeLessThanOrEqual(35_000)
})

/** Returns whether somebody reads a pipe. */
function isRead(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch {
    return false
  }
}

it.skipIf(process.platform === 'win32')('B11 reads at most two files at the same time', async () => {
  const root = folder({})
  const names = ['0.png', '1.png', '2.png']
  const pathOf = (name: string) => join(root, name)
  // A pipe can be opened for writing only while somebody reads it, so this shows which files are being read.
  for (const name of names) execFileSync('mkfifo', [pathOf(name)])
  // If the test fails, this ends what still reads, because nothing else would.
  onTestFinished(async () => {
    for (const writer of writers) await writer.close().catch(() => undefined)
    for (const name of names) closeSync(openSync(pathOf(name), constants.O_RDWR | constants.O_NONBLOCK))
  })
  const pictures = createPictureReader(root)
  const results = names.map((name) => pictures.file(name))
  const writers = await Promise.all([open(pathOf('0.png'), 'w'), open(pathOf('1.png'), 'w')])
  // Without a limit, the third file would be opened before these calls end.
  for (let calls = 0; calls < 20; calls += 1) await stat(root)
  expect(isRead(pathOf('2.png'))).toBe(false)
  const send = async (writer: Awaited<ReturnType<typeof open>>) => {
    await writer.write(pngHead(10, 10))
    await writer.close()
  }
  for (const writer of writers) await send(writer)
  await send(await open(pathOf('2.png'), 'w'))
  for (const result of results) expect((await result)?.body.length).toBe(29)
})

it.skipIf(process.platform === 'win32')(
  'B11 reads only as much of a file as a picture may have',
  async () => {
    const root = folder({})
    // The end of a pipe does not come while its writer is open, so only a reader that stops at the limit ends.
    execFileSync('mkfifo', [join(root, 'endless.png')])
    const result = createPictureReader(root).file('endless.png')
    const writer = await open(join(root, 'endless.png'), 'w')
    onTestFinished(() => writer.close())
    await writer.write(pngHead(10, 10, 8_000_001))
    expect(await result).toBeUndefined()
  },
)
