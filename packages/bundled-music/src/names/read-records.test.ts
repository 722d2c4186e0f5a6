import { expect, it } from 'vitest'
import { readRecords } from './read-records.ts'

it('reads genres, artists and records with guests and explicit songs', () => {
  const song = (title: string) => ({ title, guest: null, explicit: false })
  const text = `
# funk
The Brass Tax
  2022-07-22 Receipts: Receipts / Audit (explicit) / Duet (with Os Terraços) / Both (with Ann) (explicit)
Loretta Quick
  2021-03-12 Sunday Shoes: Sunday Shoes

# dub
Low Tide
  2020-01-01 Ebb: Ebb
`
  expect(readRecords(text)).toEqual([
    {
      genre: 'funk',
      artist: 'The Brass Tax',
      released: '2022-07-22',
      name: 'Receipts',
      songs: [
        song('Receipts'),
        { title: 'Audit', guest: null, explicit: true },
        { title: 'Duet', guest: 'Os Terraços', explicit: false },
        { title: 'Both', guest: 'Ann', explicit: true },
      ],
    },
    {
      genre: 'funk',
      artist: 'Loretta Quick',
      released: '2021-03-12',
      name: 'Sunday Shoes',
      songs: [song('Sunday Shoes')],
    },
    { genre: 'dub', artist: 'Low Tide', released: '2020-01-01', name: 'Ebb', songs: [song('Ebb')] },
  ])
})
