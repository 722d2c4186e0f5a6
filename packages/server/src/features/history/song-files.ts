import { inBatches } from '../../platform/in-batches.ts'
import type { PlayedSong } from './played-songs.ts'

/** Characters that would end a line or change the direction of the text after them. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu

const oneLine = (text: string): string => text.replace(UNSAFE_CHARACTERS, ' ').trim()

const artistsOf = ({ song }: PlayedSong): string => song.artists.map(({ name }) => name).join(', ')

/** Returns the address of the web page of a song, or the address of the song at the provider if it has no page. */
const locationOf = ({ song }: PlayedSong): string => song.link ?? song.sources[0]?.src ?? ''

/**
 * Writes songs as an M3U playlist in UTF-8, with title and length of each song (T6). Many songs take several turns of the
 * event loop (O6).
 */
export async function m3uOf(title: string, songs: readonly PlayedSong[]): Promise<string> {
  const lines = ['#EXTM3U', '#EXTENC:UTF-8', `#PLAYLIST:${oneLine(title)}`]
  await inBatches(songs, (played) => {
    const seconds = Math.round(played.song.duration / 1000)
    const name = [artistsOf(played), played.song.title].filter(Boolean).join(' - ')
    lines.push(`#EXTINF:${seconds},${oneLine(name)}`, oneLine(locationOf(played)))
  })
  return `${lines.join('\n')}\n`
}

const COLUMNS = ['Played at (UTC)', 'Title', 'Artists', 'Length (s)', 'Address']

/** The mark at the start of the file, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Matches a text that a spreadsheet would read as a formula. Spaces and invisible characters may be before the sign,
 * and the sign may be a full-width character.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u

/**
 * Writes songs as a table with comma-separated values (RFC 4180) that spreadsheets read (T6). Many songs take several
 * turns of the event loop (O6).
 */
export async function csvOf(songs: readonly PlayedSong[]): Promise<string> {
  const lines = [lineOf(COLUMNS)]
  await inBatches(songs, (played) => {
    const row = [
      new Date(played.startAt).toISOString().slice(0, 19).replace('T', ' '),
      played.song.title,
      artistsOf(played),
      String(Math.round(played.song.duration / 1000)),
      locationOf(played),
    ]
    lines.push(lineOf(row))
  })
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

const lineOf = (row: readonly string[]): string => row.map(cellOf).join(',')

/** Quotes a text. An apostrophe before a formula makes the spreadsheet show the text and not calculate it. */
function cellOf(text: string): string {
  const line = oneLine(text)
  return `"${(FORMULA.test(line) ? `'${line}` : line).replaceAll('"', '""')}"`
}
