import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { IAudioMetadata, ICommonTagsResult, IOptions } from 'music-metadata'
import * as z from 'zod/mini'
import { cleanText, type Picture } from '@jointly/music-library'
import { countedSeconds, exactSeconds, kindOf, type SoundKind } from './packets/open-packets.ts'
import { type ByteFile, byteFile } from './packets/read-file.ts'

/** The tags of a song file. Missing tags are derived from the path of the file. */
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

const noTags: ICommonTagsResult = {
  track: { no: null, of: null },
  disk: { no: null, of: null },
  movementIndex: { no: null, of: null },
}

/** Loads the tag library on first use, because the library is large and most servers do not need it. */
const tagLibrary = () => import('music-metadata')

/** The media type and the usual endings of each format. */
const formats: Readonly<Record<SoundKind, { readonly type: string; readonly endings: readonly string[] }>> = {
  mp3: { type: 'audio/mpeg', endings: ['.mp3'] },
  flac: { type: 'audio/flac', endings: ['.flac'] },
  ogg: { type: 'audio/ogg', endings: ['.ogg', '.oga', '.opus'] },
  mp4: { type: 'audio/mp4', endings: ['.m4a'] },
  wav: { type: 'audio/wav', endings: ['.wav'] },
}

const openSong = async (absolutePath: string): Promise<ByteFile> =>
  byteFile(absolutePath, (await stat(absolutePath)).size)

/** Reads a file with the tag library. The library chooses the format by the name, so a wrong name is corrected here. */
async function parseSong(file: ByteFile, options: IOptions = {}): Promise<IAudioMetadata> {
  const { parseFile, parseStream } = await tagLibrary()
  const { kind } = await kindOf(file)
  const { type, endings } = formats[kind]
  if (kind === 'mp3' || endings.includes(extname(file.path).toLowerCase()))
    return parseFile(file.path, options)
  const stream = createReadStream(file.path)
  try {
    return await parseStream(stream, { mimeType: type, size: file.byteLength }, options)
  } finally {
    stream.destroy()
  }
}

/**
 * Reads the tags of a song file. Missing tags are derived from the path.
 * @param path relative to the music folder
 * @throws an error with the reason when the file has no playable audio
 */
export async function readTags(absolutePath: string, path: string): Promise<SongTags> {
  const file = await openSong(absolutePath)
  const tags = await parseSong(file).catch(async (error: unknown) => {
    // The tag library cannot read every file whose sound can be played, for example an mp3 with another name.
    const duration = await countedSeconds(file)
    if (duration === null) throw error
    return { common: noTags, format: { duration } }
  })
  const seconds =
    (await exactSeconds(file)) ??
    tags.format.duration ??
    (await parseSong(file, { duration: true, skipCovers: true })).format.duration ??
    (await countedSeconds(file))
  if (seconds === null || !(seconds > 0.1)) throw new Error('no sound in it')
  const { common } = tags
  const fallback = tagsFromPath(path)
  const artists = (common.artists ?? [common.artist]).flatMap((name) => cleanTag(name) ?? [])
  const albumArtist = cleanTag(common.albumartist) ?? artists[0] ?? fallback.artist
  return {
    title: cleanTag(common.title) ?? fallback.title,
    artists: artists.length > 0 ? [...new Set(artists)] : [fallback.artist],
    albumArtist,
    album: cleanTag(common.album) ?? fallback.album,
    year: common.year !== undefined && common.year > 0 && common.year < 10_000 ? common.year : null,
    trackNumber: common.track.no ?? fallback.trackNumber,
    discNumber: common.disk.no ?? 1,
    durationMs: Math.round(seconds * 1000),
    genre: (common.genre ?? []).flatMap((name) => cleanTag(name) ?? [])[0]?.toLowerCase() ?? '',
    isrc: cleanTag(common.isrc?.[0]) ?? '',
    hasPicture: (common.picture?.length ?? 0) > 0,
  }
}

/** Returns the picture in a song file, if browsers can show its type. */
export async function readPicture(absolutePath: string): Promise<Picture | undefined> {
  const { selectCover } = await tagLibrary()
  const { common } = await parseSong(await openSong(absolutePath), { duration: false })
  const picture = selectCover(common.picture)
  if (picture === null) return undefined
  const contentType = picture.format.replace('image/jpg', 'image/jpeg')
  const isSupported = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].includes(contentType)
  return isSupported ? { contentType, body: picture.data } : undefined
}

const maxTextLength = 300
/** The largest number of artists of a song. Real songs have fewer artists. */
const maxArtists = 20

const cleanTag = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cleanText(text, maxTextLength) || undefined

/** Cleans tags before they are shown (B10), including tags that an earlier version stored. */
export function cleanTags(tags: SongTags): SongTags {
  const clean = (text: string): string => cleanText(text, maxTextLength) || 'Untitled'
  return {
    ...tags,
    title: clean(tags.title),
    artists: [...new Set(tags.artists.slice(0, maxArtists).map(clean))],
    albumArtist: clean(tags.albumArtist),
    album: clean(tags.album),
    genre: cleanText(tags.genre, maxTextLength),
    isrc: cleanText(tags.isrc, maxTextLength),
  }
}

/** Derives tags from paths such as `Artist/Album/03 - Title.mp3` and `Artist - Title.mp3`. */
export function tagsFromPath(path: string): {
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
  const title = split?.[2] ?? named
  return {
    title,
    artist: split?.[1] ?? parts.at(-3) ?? folder ?? 'Unknown artist',
    // A song outside any folder is a single, so its album has the title of the song.
    album: folder ?? title,
    trackNumber: Number(numbered?.[1] ?? 1) || 1,
  }
}
