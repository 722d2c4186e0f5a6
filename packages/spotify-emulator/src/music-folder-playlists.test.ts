import { realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wavFile } from '@jointly/music-folder/testing'
import { expect, it } from 'vitest'
import { musicFolder, someMusic, started } from './testing/music-folder.ts'

/** Returns the names of the songs in the first playlist file. The name is null if the song is not found. */
async function songsOfFirstList({ emulator, token }: Awaited<ReturnType<typeof started>>) {
  const { text } = await emulator.call(token, 'GET', '/me/playlists?limit=50')
  const id = /"id":"([0-9A-Za-z]{22})"/.exec(text)?.[1]
  const { json } = await emulator.call(token, 'GET', `/playlists/${id}/items?fields=items(item(name))`)
  return json
}

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
  const provider = await started(
    musicFolder({
      'My Song.wav': wavFile({ INAM: 'Decoded' }),
      'Sixty%20Two.wav': wavFile({ INAM: 'As written' }),
      'Sixty Two.wav': wavFile({ INAM: 'Not meant' }),
      'party.m3u': 'My%20Song.wav\nSixty%20Two.wav\n100%.wav\n..%2Fetc%2Fpasswd\n',
    }),
  )
  expect(await songsOfFirstList(provider)).toEqual({
    items: [{ item: { name: 'Decoded' } }, { item: { name: 'As written' } }, { item: null }, { item: null }],
  })
})

it('B9 finds songs whose names have another Unicode form than the playlist file', async () => {
  const [composed, decomposed] = ['\u00E9', 'e\u0301']
  const files = {
    [`Caf${decomposed}/On${decomposed}.wav`]: wavFile({ INAM: 'One' }),
    [`${composed}.wav`]: wavFile({ INAM: 'Two' }),
    [`Caf${decomposed}/list.m3u8`]: `On${composed}.wav\n../${decomposed}.wav\nOn%C3%A9.wav\n`,
  }
  expect(await songsOfFirstList(await started(musicFolder(files)))).toEqual({
    items: [{ item: { name: 'One' } }, { item: { name: 'Two' } }, { item: { name: 'One' } }],
  })
})

it('B9 finds songs by their absolute path, also if the setting names a link to the folder', async () => {
  const root = musicFolder({ 'one.wav': wavFile({ INAM: 'One' }) })
  const link = join(musicFolder({}), 'Music')
  symlinkSync(root, link)
  writeFileSync(join(root, 'list.m3u'), `${link}/one.wav\n${realpathSync(root)}/one.wav\n${link}2/one.wav\n`)
  expect(await songsOfFirstList(await started(link))).toEqual({
    items: [{ item: { name: 'One' } }, { item: { name: 'One' } }, { item: null }],
  })
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
