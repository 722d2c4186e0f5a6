import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { type TestEmulator, startEmulator } from './testing/test-emulator.ts'
import { deviceIdOf, page } from './testing/device.ts'
import { toneLibrary } from './testing/tone-library.ts'
import { jpegHead, mp3File, pngHead, readNotes, wavFile } from '@jointly/music-folder/testing'

const Named = z.object({ name: z.string() })
const Songs = z.object({
  tracks: z.object({
    items: z.array(z.object({ name: z.string(), artists: z.array(Named), album: Named })),
  }),
})

const picture = pngHead(600, 600)

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
  'Nora Vind/Blå timme/folder.jpg': jpegHead(600, 600),
  'mix/tagged.wav': wavFile({ INAM: 'Tagged', IART: 'The Taggers', IPRD: 'Tag Album', IGNR: 'Jazz' }),
  'mix/Duo - Named by file.wav': wavFile(),
  'mix/silent.mp3': mp3File('Silent Søng', 'Frames', 'Quiet', picture),
  'mix/broken.mp3': 'this is no music',
  'party.m3u8': '#EXTM3U\n#PLAYLIST:Party\nmix/tagged.wav\nmix\\silent.mp3\n../../etc/passwd\n',
  '.hidden/secret.wav': wavFile(),
}

async function start(musicDir: string, dataDir?: string) {
  const lines: string[] = []
  const emulator = await startEmulator({
    musicDir,
    ...(dataDir === undefined ? {} : { dataDir }),
    log: (level, message, details) => lines.push(`${level} ${message} ${JSON.stringify(details ?? {})}`),
  })
  return { emulator, lines }
}

async function started(musicDir: string, dataDir?: string) {
  const { emulator, lines } = await start(musicDir, dataDir)
  await expect.poll(() => emulator.scan().phase).toBe('ready')
  const { access_token: token } = await emulator.link('ann')
  const songs = async (query: string): Promise<{ name: string; artist: string; album: string }[]> => {
    const { text } = await emulator.call(
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
  return { emulator, token, lines, songs }
}

const addressOf = async ({ call }: TestEmulator, token: string, query: string): Promise<string> =>
  /"url":"([^"]+\/pictures\/album\/[^"]+)"/.exec(
    (await call(token, 'GET', `/search?type=track&q=${query}`)).text,
  )?.[1] ?? ''

it('reads songs by their tags, or without tags by the names of files and folders', async () => {
  const { songs } = await started(musicFolder(someMusic))
  expect(await songs('vintervag')).toEqual([{ name: 'Vinterväg', artist: 'Nora Vind', album: 'Blå timme' }])
  expect(await songs('genre:jazz')).toEqual([{ name: 'Tagged', artist: 'The Taggers', album: 'Tag Album' }])
  expect(await songs('duo')).toEqual([{ name: 'Named by file', artist: 'Duo', album: 'mix' }])
  expect(await songs('silent')).toEqual([{ name: 'Silent Søng', artist: 'Frames', album: 'Quiet' }])
  expect(await songs('secret')).toEqual([])
})

it('B15 reads the tags and the length of a file by its content, whatever its name says', async () => {
  const { songs, lines } = await started(
    musicFolder({
      'wave.mp3': wavFile({ INAM: 'Wave', IART: 'The Taggers' }),
      'lossless.mp3': readNotes('notes.flac'),
      'vorbis.mp3': readNotes('notes.ogg'),
      'apple.flac': readNotes('notes.m4a'),
      'layer.wav': readNotes('constant.mp3'),
    }),
  )
  expect(lines).toContain('info music folder ready: 5 songs, 0 playlist files {"broken":0}')
  expect(await songs('wave')).toMatchObject([{ name: 'Wave', artist: 'The Taggers' }])
})

it('logs an unreadable file and leaves it out', async () => {
  const { lines, emulator } = await started(musicFolder(someMusic))
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([expect.stringContaining('mix/broken.mp3')])
  expect(emulator.scan()).toMatchObject({ done: 5, total: 5, broken: 1 })
})

it('serves embedded pictures, otherwise the folder’s picture, otherwise a drawn one', async () => {
  const { emulator, token } = await started(musicFolder(someMusic))
  const shown = async (query: string) => {
    const response = await fetch(await addressOf(emulator, token, query))
    return [response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())] as const
  }
  expect(await shown('silent')).toEqual(['image/png', picture])
  expect(await shown('vintervag')).toEqual(['image/jpeg', jpegHead(600, 600)])
  expect((await shown('tagged'))[0]).toBe('image/svg+xml')
})

it('serves any range of a file from the disk, until the file is deleted', async () => {
  const file = mp3File('Range', 'Frames', 'Quiet', picture)
  const root = musicFolder({ 'range.mp3': file })
  const { emulator, token } = await started(root)
  const { text } = await emulator.call(token, 'GET', '/search?type=track&q=range')
  const trackId = /"uri":"spotify:track:([0-9A-Za-z]{22})"/.exec(text)?.[1] ?? ''
  const device = await page(emulator, token, deviceIdOf('a'))
  const address = await device.streamUrlOf(trackId)
  const part = await fetch(address, { headers: { range: 'bytes=10-2000' } })
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(10, 2001))
  rmSync(join(root, 'range.mp3'))
  expect((await fetch(address)).status).toBe(404)
})

it('makes playlists for everybody from folders and m3u files', async () => {
  const { emulator, token } = await started(musicFolder(someMusic))
  const { json, text } = await emulator.call(token, 'GET', '/me/playlists?limit=50')
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
  const items = await emulator.call(token, 'GET', `/playlists/${party}/items?fields=items(item(name))`)
  expect(items.json).toEqual({
    items: [{ item: { name: 'Tagged' } }, { item: { name: 'Silent Søng' } }, { item: null }],
  })
})

it('B9 reads encoded names in playlist files, but prefers a file with the name as it is written', async () => {
  const { emulator, token } = await started(
    musicFolder({
      'My Song.wav': wavFile({ INAM: 'Decoded' }),
      'Sixty%20Two.wav': wavFile({ INAM: 'As written' }),
      'Sixty Two.wav': wavFile({ INAM: 'Not meant' }),
      'party.m3u': 'My%20Song.wav\nSixty%20Two.wav\n100%.wav\n..%2Fetc%2Fpasswd\n',
    }),
  )
  const { text } = await emulator.call(token, 'GET', '/me/playlists?limit=50')
  const party = /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1]
  const { json } = await emulator.call(token, 'GET', `/playlists/${party}/items?fields=items(item(name))`)
  expect(json).toEqual({
    items: [{ item: { name: 'Decoded' } }, { item: { name: 'As written' } }, { item: null }, { item: null }],
  })
})

it.skipIf(process.platform !== 'linux')(
  'B9 leaves out files and folders whose names are not UTF-8, and logs their number',
  async () => {
    const root = musicFolder({ 'one.wav': wavFile(), 'what \uFFFD.wav': wavFile() })
    const latin1 = (name: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')])
    writeFileSync(latin1('caf\xe9.wav'), wavFile())
    writeFileSync(latin1('caf\xe9.m3u'), 'one.wav')
    writeFileSync(latin1('caf\xe9.txt'), 'no music')
    mkdirSync(latin1('m\xfasica'))
    const { lines } = await started(root)
    expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn music files and folders whose names are not UTF-8 are left out: 3 {}',
    ])
    expect(lines).toContain('info music folder ready: 2 songs, 0 playlist files {"broken":0}')
  },
)

it('never leaves the folder through links', async () => {
  const outside = musicFolder({ 'private.wav': wavFile({ INAM: 'Private' }) })
  const root = musicFolder({ 'own.wav': wavFile({ INAM: 'Own' }) })
  symlinkSync(join(outside, 'private.wav'), join(root, 'link.wav'))
  symlinkSync(outside, join(root, 'folder'))
  const { emulator, songs } = await started(root)
  expect(await songs('private')).toEqual([])
  expect(emulator.scan().total).toBe(1)
})

it('notices new and deleted files, and reads only changed files again', async () => {
  const root = musicFolder({ 'a/one.wav': wavFile({ INAM: 'One' }) })
  const dataDir = musicFolder({})
  const { songs, lines } = await started(root, dataDir)
  writeFileSync(join(root, 'a/two.wav'), wavFile({ INAM: 'Two' }))
  await expect.poll(() => songs('two')).toHaveLength(1)
  expect(lines).toContain('info reading 1 of 2 music files {}')
  rmSync(join(root, 'a/one.wav'))
  await expect.poll(() => songs('one')).toEqual([])
})

it('notices new files, also if the folder is below a hidden one', async () => {
  const root = join(musicFolder({ '.data/Music/one.wav': wavFile({ INAM: 'One' }) }), '.data/Music')
  const { songs } = await started(root)
  writeFileSync(join(root, 'two.wav'), wavFile({ INAM: 'Two' }))
  await expect.poll(() => songs('two')).toHaveLength(1)
})

it('uses the cached tags of unchanged files after a restart', async () => {
  const root = musicFolder(someMusic)
  const dataDir = musicFolder({})
  const first = await started(root, dataDir)
  await first.emulator.stop()
  const second = await started(root, dataDir)
  expect(second.lines.filter((line) => line.includes('reading'))).toEqual([])
  expect(await second.songs('tagged')).toHaveLength(1)
})

it('B9 every song is known after a restart, also while its tags are read again', async () => {
  const root = musicFolder({ 'one.wav': wavFile({ INAM: 'One' }) })
  const dataDir = musicFolder({})
  const first = await started(root, dataDir)
  const { access_token: token } = await first.emulator.link('ann')
  await first.emulator.stop()
  // The file seems to have changed, so the stored tags are only used until it is read again.
  utimesSync(join(root, 'one.wav'), 1, 1)
  const { emulator } = await start(root, dataDir)
  const answers: string[] = []
  for (let phase = ''; phase !== 'ready'; ) {
    phase = emulator.scan().phase
    const { status, text } = await emulator.call(token, 'GET', '/search?type=track&q=one')
    if (status !== 503) answers.push(text)
  }
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((text) => !text.includes('"One"'))).toEqual([])
})

it('B9 the Web API is not available until the library was read once', async () => {
  let isOpen = true
  const { link, call } = await startEmulator({ library: { ...toneLibrary(), isOpen: () => isOpen } })
  const { access_token: token } = await link('ann')
  isOpen = false
  const { status, headers } = await call(token, 'GET', '/me/playlists')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  isOpen = true
  expect((await call(token, 'GET', '/me/playlists')).status).toBe(200)
})

it('B10 removes control and direction characters from tags, names and playlists', async () => {
  const { emulator, token, songs } = await started(
    musicFolder({
      'a/odd.mp3': mp3File('Harm\u202Eless', 'The \u2066Artist\u0007', 'Al\u200Fbum', picture),
      'b\u202Ed/Duo\u202E - Na\u2067med.wav': wavFile(),
      'list.m3u8': '#PLAYLIST:Pa\u202Erty\na/odd.mp3\n',
    }),
  )
  expect(await songs('harmless')).toEqual([{ name: 'Harmless', artist: 'The Artist', album: 'Album' }])
  expect(await songs('named')).toEqual([{ name: 'Named', artist: 'Duo', album: 'bd' }])
  const lists = await emulator.call(token, 'GET', '/me/playlists?limit=50')
  expect(lists.text).toContain('"name":"Party"')
  expect(lists.text).toMatch(/^[^\p{Bidi_Control}]*$/u)
})

it('B9 limits playlist files, and logs those it leaves out', async () => {
  const { emulator, token, lines } = await started(
    musicFolder({
      'one.wav': wavFile({ INAM: 'One' }),
      'huge.m3u': 'a\n'.repeat(2_400_000),
      'long.m3u': `#PLAYLIST:${'x'.repeat(1_000_000)}\n#PLAYLIST:${'y'.repeat(3000)}\n${'one.wav\n'.repeat(12_000)}`,
    }),
  )
  const lists = await emulator.call(token, 'GET', '/me/playlists?limit=50')
  expect(lists.json).toMatchObject({
    items: [{ name: 'y'.repeat(200), items: { total: 10_000 } }, { name: 'All songs' }],
  })
  expect(lists.text.length).toBeLessThan(5000)
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
    expect.stringMatching(/a playlist file is left out .*huge\.m3u.*2000000 bytes/),
  ])
})

it('B9 limits the entries of all playlist files together', async () => {
  const lists = Array.from({ length: 22 }, (_, number): [string, string] => [
    `${100 + number}.m3u`,
    'one.wav\n'.repeat(10_000),
  ])
  const { emulator, token, lines } = await started(
    musicFolder({ 'one.wav': wavFile({ INAM: 'One' }), ...Object.fromEntries(lists) }),
  )
  // The list has twenty playlists of the folder and the playlist of all songs.
  expect((await emulator.call(token, 'GET', '/me/playlists')).json).toMatchObject({ total: 21 })
  expect(lines.filter((line) => line.includes('left out'))).toEqual([
    expect.stringContaining('120.m3u'),
    expect.stringContaining('121.m3u'),
  ])
})

it('B11 shows everybody only the number of unreadable files, and names them in the log up to a limit', async () => {
  const broken = Array.from({ length: 130 }, (_, number): [string, string] => [
    `private/broken ${number}.mp3`,
    'no music',
  ])
  const { emulator, lines } = await started(musicFolder(Object.fromEntries(broken)))
  const status = await fetch(`${emulator.base}/status`)
  expect(await status.json()).toEqual({ phase: 'ready', done: 130, total: 130, broken: 130 })
  expect(status.headers.get('access-control-allow-origin')).toBeNull()
  const warnings = lines.filter((line) => line.startsWith('warn'))
  expect(warnings).toHaveLength(101)
  expect(warnings.at(-1)).toContain('30 more')
})

it('refuses to start without a valid folder', async () => {
  await expect(startEmulator({ musicDir: '/nowhere/at/all' })).rejects.toThrow('MUSIC_DIR')
})
