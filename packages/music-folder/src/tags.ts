import * as z from 'zod/mini'
import { cleanText, type Picture } from '@jointly/music-library'

/** What is known of a song file: from its tags, or where they are silent from its name and place. */
export const SongTags = z.object({
  title: z.string(),
  artists: z.array(z.string()),
  albumArtist: z.string(),
  album: z.string(),
  year: z.nullable(z.int()),
  trackNumber: z.int(),
  discNumber: z.int(),
  durationMs: z.int(),
  genre: z.string(),
  isrc: z.string(),
  hasPicture: z.boolean(),
})
export type SongTags = z.infer<typeof SongTags>

/** Loaded when a first file is read: it is large, and a server without own music never needs it. */
const tagLibrary = () => import('music-metadata')

/**
 * Reads a song file's tags. `path` is relative to the music folder and gives what the tags do not say.
 * Throws an error with the reason when the file is no playable audio.
 */
export async function readTags(absolutePath: string, path: string): Promise<SongTags> {
  const { parseFile } = await tagLibrary()
  const quick = await parseFile(absolutePath)
  const seconds =
    quick.format.duration ??
    (await parseFile(absolutePath, { duration: true, skipCovers: true })).format.duration
  if (seconds === undefined || !(seconds > 0.1)) throw new Error('no sound in it')
  const { common } = quick
  const place = fromPlace(path)
  const artists = (common.artists ?? [common.artist]).flatMap((name) => said(name) ?? [])
  const albumArtist = said(common.albumartist) ?? artists[0] ?? place.artist
  return {
    title: said(common.title) ?? place.title,
    artists: artists.length > 0 ? [...new Set(artists)] : [place.artist],
    albumArtist,
    album: said(common.album) ?? place.album,
    year: common.year !== undefined && common.year > 0 && common.year < 10_000 ? common.year : null,
    trackNumber: common.track.no ?? place.trackNumber,
    discNumber: common.disk.no ?? 1,
    durationMs: Math.round(seconds * 1000),
    genre: (common.genre ?? []).flatMap((name) => said(name) ?? [])[0]?.toLowerCase() ?? '',
    isrc: said(common.isrc?.[0]) ?? '',
    hasPicture: (common.picture?.length ?? 0) > 0,
  }
}

/** The picture embedded in a song file; only kinds a browser shows as a plain picture. */
export async function readPicture(absolutePath: string): Promise<Picture | undefined> {
  const { parseFile, selectCover } = await tagLibrary()
  const { common } = await parseFile(absolutePath, { duration: false })
  const picture = selectCover(common.picture)
  if (picture === null) return undefined
  const contentType = picture.format.replace('image/jpg', 'image/jpeg')
  const shown = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].includes(contentType)
  return shown ? { contentType, body: picture.data } : undefined
}

const mostTextCharacters = 300
/** More than any real song names; each one costs on every page that shows it. */
const mostArtists = 20

const said = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cleanText(text, mostTextCharacters) || undefined

/** Tags as they may be shown (B10): those from a file, and those an earlier version kept. */
export function shownTags(tags: SongTags): SongTags {
  const shown = (text: string): string => cleanText(text, mostTextCharacters) || 'Untitled'
  return {
    ...tags,
    title: shown(tags.title),
    artists: [...new Set(tags.artists.slice(0, mostArtists).map(shown))],
    albumArtist: shown(tags.albumArtist),
    album: shown(tags.album),
    genre: cleanText(tags.genre, mostTextCharacters),
    isrc: cleanText(tags.isrc, mostTextCharacters),
  }
}

/** `Artist/Album/03 - Title.mp3`, as far as the path goes; `Artist - Title.mp3` tells the artist as well. */
export function fromPlace(path: string): {
  title: string
  artist: string
  album: string
  trackNumber: number
} {
  const parts = path.split('/')
  const file = (parts.at(-1) ?? '').replace(/\.[^.]+$/, '').replaceAll('_', ' ')
  const numbered = /^(\d{1,3})\s*[-.)]\s*(.+)$/.exec(file) ?? /^(0\d|\d{2})\s+(.+)$/.exec(file)
  const named = (numbered?.[2] ?? file).trim()
  const split = /^(.+?)\s+-\s+(.+)$/.exec(named)
  const folder = parts.at(-2)
  return {
    title: split?.[2] ?? named,
    artist: split?.[1] ?? parts.at(-3) ?? folder ?? 'Unknown artist',
    album: folder ?? 'Songs',
    trackNumber: Number(numbered?.[1] ?? 1) || 1,
  }
}
