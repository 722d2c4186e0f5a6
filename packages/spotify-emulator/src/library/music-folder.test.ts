import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { type Running, startEmulator } from '../testing/running.ts'
import { deviceIdOf, page } from '../testing/device.ts'
import { mp3File, wavFile } from '../testing/wav-file.ts'

const Named = z.object({ name: z.string() })
const Songs = z.object({
  tracks: z.object({
    items: z.array(z.object({ name: z.string(), artists: z.array(Named), album: Named })),
  }),
})

const picture = Buffer.from('89504e470d0a1a0a0000', 'hex')

function musicFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const root = mkdtempSync(join(tmpdir(), 'music-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

const someMusic = {
  'Nora Vind/Blå timme/01 - Vinterväg.wav': wavFile(),
  'Nora Vind/Blå timme/folder.jpg': Buffer.from('jpeg'),
  'mix/tagged.wav': wavFile({ INAM: 'Tagged', IART: 'The Taggers', IPRD: 'Tag Album', IGNR: 'Jazz' }),
  'mix/Duo - Named by file.wav': wavFile(),
  'mix/silent.mp3': mp3File('Silent Søng', 'Frames', 'Quiet', picture),
  'mix/broken.mp3': 'this is no music',
  'party.m3u8': '#EXTM3U\n#PLAYLIST:Party\nmix/tagged.wav\nmix\\silent.mp3\n../../etc/passwd\n',
  '.hidden/secret.wav': wavFile(),
}

async function started(musicDir: string, dataDir?: string) {
  const lines: string[] = []
  const running = await startEmulator({
    musicDir,
    ...(dataDir === undefined ? {} : { dataDir }),
    log: (level, message, details) => lines.push(`${level} ${message} ${JSON.stringify(details ?? {})}`),
  })
  await expect.poll(() => running.emulator.scan().phase).toBe('ready')
  const { access_token: token } = await running.link('ann')
  const songs = async (query: string): Promise<{ name: string; artist: string; album: string }[]> => {
    const { text } = await running.call(
      token,
      'GET',
      `/search?type=track&limit=10&q=${encodeURIComponent(query)}`,
    )
    const parsed = Songs.parse(JSON.parse(text))
    return parsed.tracks.items.map(({ name, artists, album }) => ({
      name,
      artist: artists[0]?.name ?? '',
      album: album.name,
    }))
  }
  return { running, token, lines, songs }
}

const addressOf = async ({ call }: Running, token: string, query: string): Promise<string> =>
  /"url":"([^"]+\/pictures\/album\/[^"]+)"/.exec(
    (await call(token, 'GET', `/search?type=track&q=${query}`)).text,
  )?.[1] ?? ''

it('finds songs by their tags, or where those are silent by the names of files and folders', async () => {
  const { songs } = await started(musicFolder(someMusic))
  expect(await songs('vintervag')).toEqual([{ name: 'Vinterväg', artist: 'Nora Vind', album: 'Blå timme' }])
  expect(await songs('genre:jazz')).toEqual([{ name: 'Tagged', artist: 'The Taggers', album: 'Tag Album' }])
  expect(await songs('duo')).toEqual([{ name: 'Named by file', artist: 'Duo', album: 'mix' }])
  expect(await songs('silent')).toEqual([{ name: 'Silent Søng', artist: 'Frames', album: 'Quiet' }])
  expect(await songs('secret')).toEqual([])
})

it('names a broken file in the log and goes on without it', async () => {
  const { lines, running } = await started(musicFolder(someMusic))
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([expect.stringContaining('mix/broken.mp3')])
  expect(running.emulator.scan()).toMatchObject({ done: 5, total: 5, broken: [{ path: 'mix/broken.mp3' }] })
})

it('shows embedded pictures, else the folder’s, else a drawn one', async () => {
  const { running, token } = await started(musicFolder(someMusic))
  const shown = async (query: string) => {
    const response = await fetch(await addressOf(running, token, query))
    return [response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())] as const
  }
  expect(await shown('silent')).toEqual(['image/png', picture])
  expect(await shown('vintervag')).toEqual(['image/jpeg', Buffer.from('jpeg')])
  expect((await shown('tagged'))[0]).toBe('image/svg+xml')
})

it('plays a file in any range, straight from the disk, until it is gone', async () => {
  const file = mp3File('Range', 'Frames', 'Quiet', picture)
  const root = musicFolder({ 'range.mp3': file })
  const { running, token } = await started(root)
  const { text } = await running.call(token, 'GET', '/search?type=track&q=range')
  const trackId = /"uri":"spotify:track:([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? ''
  const device = await page(running, token, deviceIdOf('a'))
  const address = await device.streamUrlOf(trackId)
  const part = await fetch(address, { headers: { range: 'bytes=10-2000' } })
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(10, 2001))
  rmSync(join(root, 'range.mp3'))
  expect((await fetch(address)).status).toBe(404)
})

it('makes everybody’s playlists of folders and m3u files', async () => {
  const { running, token } = await started(musicFolder(someMusic))
  const { json, text } = await running.call(token, 'GET', '/me/playlists?limit=50')
  expect(json).toMatchObject({
    items: [
      { name: 'Party', collaborative: true, items: { total: 3 } },
      { name: 'All songs', items: { total: 4 } },
      { name: 'mix' },
      { name: 'Nora Vind' },
      { name: 'Blå timme' },
    ],
  })
  const party = /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1]
  const items = await running.call(token, 'GET', `/playlists/${party}/items?fields=items(item(name))`)
  expect(items.json).toEqual({
    items: [{ item: { name: 'Tagged' } }, { item: { name: 'Silent Søng' } }, { item: null }],
  })
})

it('never leaves the folder, whatever links lie in it', async () => {
  const outside = musicFolder({ 'private.wav': wavFile({ INAM: 'Private' }) })
  const root = musicFolder({ 'own.wav': wavFile({ INAM: 'Own' }) })
  symlinkSync(join(outside, 'private.wav'), join(root, 'link.wav'))
  symlinkSync(outside, join(root, 'folder'))
  const { running, songs } = await started(root)
  expect(await songs('private')).toEqual([])
  expect(running.emulator.scan().total).toBe(1)
})

it('notices files that come and go, and reads again only what changed', async () => {
  const root = musicFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  const dataDir = musicFolder({})
  const { songs, lines } = await started(root, dataDir)
  writeFileSync(join(root, 'a/two.wav'), wavFile({ INAM: 'Two' }))
  await expect.poll(() => songs('two')).toHaveLength(1)
  expect(lines).toContain('info reading 1 of 2 music files {}')
  rmSync(join(root, 'a/one.wav'))
  await expect.poll(() => songs('one')).toEqual([])
})

it('takes unchanged files from the last time after a restart', async () => {
  const root = musicFolder(someMusic)
  const dataDir = musicFolder({})
  const first = await started(root, dataDir)
  await first.running.stop()
  const second = await started(root, dataDir)
  expect(second.lines.filter((line) => line.includes('reading'))).toEqual([])
  expect(await second.songs('tagged')).toHaveLength(1)
})

it('refuses to start with a folder that is none', async () => {
  await expect(startEmulator({ musicDir: '/nowhere/at/all' })).rejects.toThrow('MUSIC_DIR')
})
