import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseM3u, playlistText } from './m3u.ts'

it('reads names, comments, all kinds of slashes and line ends, relative and absolute paths', () => {
  const text =
    '\uFEFF#EXTM3U\r\n#PLAYLIST: Party time\n#EXTINF:1,x\none.mp3\r\n..\\Other\\two.flac\n/music/abs.ogg\nfile:///music/a%20b.wav\n\n'
  expect(parseM3u(text, 'lists/party.m3u8', ['/music'])).toEqual({
    name: 'Party time',
    entries: ['lists/one.mp3', 'Other/two.flac', 'abs.ogg', 'a b.wav'],
  })
})

it('never points outside of the folder, whatever the entries are', () => {
  const step = fc.constantFrom('..', '.', 'a', '/', '\\', 'file://', '//', 'C:', '~', '%2e%2e')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const [entry] = parseM3u(steps.join('/'), 'deep/er/list.m3u', ['/music']).entries
      expect(entry?.startsWith('..') ?? false).toBe(false)
      expect(entry?.startsWith('/') ?? false).toBe(false)
    }),
  )
})

it('does not treat an internet stream as a file', () => {
  expect(parseM3u('http://radio.example/live.mp3', 'x.m3u', ['/music']).entries).toEqual([null])
})

it('reads old files that are not UTF-8', () => {
  expect(playlistText(Buffer.from('caf\xe9.mp3', 'latin1'))).toBe('café.mp3')
  expect(playlistText(Buffer.from('café.mp3'))).toBe('café.mp3')
})

it('B9 limits the number of entries and the length of a line', () => {
  expect(parseM3u('a.mp3\n'.repeat(12_000), 'x.m3u', ['/music']).entries).toHaveLength(10_000)
  expect(parseM3u(`${'a'.repeat(5000)}\nb.mp3`, 'x.m3u', ['/music']).entries).toEqual(['b.mp3'])
})
