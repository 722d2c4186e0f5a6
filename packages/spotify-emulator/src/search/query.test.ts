import { expect, it } from 'vitest'
import { parseQuery } from './query.ts'

const read = (text: string) => {
  const { words, filters, years } = parseQuery(text)
  return { words, filters: Object.fromEntries(filters), years }
}

it.each([
  ['love artist:nova year:2019-2021', ['love'], { artist: ['nova'] }, { from: 2019, to: 2021 }],
  ['artist:"Øl & Brød" fj', ['fj'], { artist: ['ol', 'brod'] }, null],
  [
    'artist: øl brød album:"x year:2020" z',
    ['z'],
    { artist: ['ol', 'brod'], album: ['x', 'year', '2020'] },
    null,
  ],
  ['ARTIST:  nova', [], { artist: ['nova'] }, null],
  ['artist:"open end', [], { artist: ['open', 'end'] }, null],
  ['myartist:nova year:soon', ['myartist', 'nova'], {}, null],
  ['a b a', ['a', 'b'], {}, null],
])('reads %s', (text, words, filters, years) => {
  expect(read(text)).toEqual({ words, filters, years })
})

/**
 * Measures how long `parseQuery` needs for a text, in milliseconds of CPU time of this thread. Other programs do
 * not affect CPU time. The fastest of three runs counts.
 */
function readingMs(text: string): number {
  const times = [0, 1, 2].map(() => {
    const before = process.threadCpuUsage()
    parseQuery(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

it.each([
  ['spaces', (length: number) => `artist:x${' '.repeat(length)}y`],
  ['quotes', (length: number) => 'artist:" '.repeat(length / 9)],
  ['filters', (length: number) => 'artist:x '.repeat(length / 9)],
  ['names', (length: number) => `artist:${'artist'.repeat(length / 6)}`],
])('B7 reads ten times as many %s in about ten times the time, not a hundred times', (_, text) => {
  readingMs(text(2_000))
  expect(readingMs(text(20_000))).toBeLessThan(40 * Math.max(readingMs(text(2_000)), 0.5))
})
