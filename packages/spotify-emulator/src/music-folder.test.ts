import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type TestEmulator, startEmulator } from './testing/test-emulator.ts'
import { deviceIdOf, page } from './testing/device.ts'
import { musicFolder, picture, someMusic, start, started } from './testing/music-folder.ts'
import { toneLibrary } from './testing/tone-library.ts'
import { jpegHead, mp3File, readNotes, wavFile } from '@jointly/music-folder/testing'

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

it('B9 keeps the library while the music folder cannot be listed', async () => {
  const root = join(musicFolder({ 'Music/one.wav': wavFile({ INAM: 'One' }) }), 'Music')
  const { emulator, songs, lines } = await started(root)
  renameSync(root, `${root} away`)
  await expect
    .poll(() => lines)
    .toContainEqual(expect.stringMatching(/^error the music folder could not be read/))
  expect([await songs('one'), emulator.scan().phase]).toMatchObject([[{ name: 'One' }], 'ready'])
})

it('notices new files, also if the folder is below a hidden one', async () => {
  const root = join(musicFolder({ '.data/Music/one.wav': wavFile({ INAM: 'One' }) }), '.data/Music')
  const { songs } = await started(root)
  writeFileSync(join(root, 'two.wav'), wavFile({ INAM: 'Two' }))
  await expect.poll(() => songs('two')).toHaveLength(1)
})

it('B9 names that begin with two dots are not hidden', async () => {
  const root = musicFolder({
    '...And Justice/...One.wav': wavFile({ INAM: 'One' }),
    '.hidden/two.wav': wavFile({ INAM: 'Two' }),
  })
  const { songs } = await started(root)
  expect([await songs('one'), await songs('two')]).toMatchObject([[{ name: 'One' }], []])
  writeFileSync(join(root, '...And Justice/..Three.wav'), wavFile({ INAM: 'Three' }))
  await expect.poll(() => songs('three')).toHaveLength(1)
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
