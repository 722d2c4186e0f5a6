import {
  type Album,
  type Artist,
  type Catalogue,
  cleanText,
  fold,
  type Person,
  type Playlist,
  type PlaylistItem,
  serverOwner,
  stableId,
  type Track,
} from '@jointly/music-library'
import { setImmediate as otherWork } from 'node:timers/promises'
import { mostEntries, mostNameCharacters, type PlaylistFile } from './m3u.ts'
import type { SongTags } from './tags.ts'

export type Song = { readonly path: string; readonly tags: SongTags }
export type NamedPlaylistFile = PlaylistFile & { readonly path: string }

/** The catalogue of a music folder, with the file behind each track. */
export type FolderCatalogue = {
  readonly catalogue: Catalogue
  readonly pathOf: ReadonlyMap<string, string>
  /** Playlists in the order people see them. */
  readonly playlistIds: readonly string[]
}

/** After so many songs or entries other work has its turn. */
const stepLength = 1000
/** More than any real artist has; a list that grew with each song would be copied for each. */
const mostGenres = 20
const missing: PlaylistItem = { kind: 'missing' }
const collator = new Intl.Collator('en', { numeric: true })

export const trackIdOf = (path: string): string => stableId(`file ${path}`)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Makes the catalogue of what was found: a track per file with an id from its path, artists and albums by name
 * (without regard to case and accents), a playlist per folder with songs, per top folder and per m3u file. The
 * people are the same as without own music; these playlists are everybody's. It takes time in proportion to what was found,
 * and lets other work have its turn (B9).
 */
export async function folderCatalogue(
  songs: readonly Song[],
  playlistFiles: readonly NamedPlaylistFile[],
  people: ReadonlyMap<string, Person>,
): Promise<FolderCatalogue> {
  const tracks = new Map<string, Track>()
  const artists = new Map<string, Artist>()
  const albums = new Map<string, Album & { readonly trackIds: string[] }>()
  const pathOf = new Map<string, string>()

  const artistIdOf = remembering((name) => stableId(`artist ${fold(name) || name}`))
  const albumIdOf = remembering(stableId)
  const folded = remembering(fold)
  const artistId = (name: string, genre: string): string => {
    const id = artistIdOf(name)
    const known = artists.get(id)
    const genres = known?.genres ?? []
    const isMore = genre !== '' && genres.length < mostGenres && !genres.includes(genre)
    artists.set(id, { id, name: known?.name ?? name, genres: isMore ? [...genres, genre] : genres })
    return id
  }
  const itemOf = new Map<string, PlaylistItem>()
  for await (const { path, tags } of inSteps(inAlbumOrder(songs))) {
    const id = trackIdOf(path)
    const albumId = albumIdOf(`album ${folded(tags.albumArtist)} / ${folded(tags.album)} / ${folderOf(path)}`)
    const album = albums.get(albumId) ?? {
      id: albumId,
      name: tags.album,
      artistIds: [artistId(tags.albumArtist, '')],
      releaseDate: tags.year === null ? '0000' : String(tags.year).padStart(4, '0'),
      trackIds: [],
    }
    album.trackIds.push(id)
    albums.set(albumId, album)
    pathOf.set(id, path)
    itemOf.set(path, { kind: 'track', trackId: id })
    tracks.set(id, {
      id,
      title: tags.title,
      artistIds: tags.artists.map((name) => artistId(name, tags.genre)),
      albumId,
      trackNumber: tags.trackNumber,
      durationMs: tags.durationMs,
      explicit: false,
      isrc: tags.isrc,
      genre: tags.genre,
    })
  }

  const lists = [...(await fromFiles(playlistFiles, itemOf)), ...(await fromFolders(itemOf))]
  return {
    catalogue: {
      tracks,
      artists,
      albums,
      playlists: new Map(lists.map((list) => [list.id, list])),
      people: withoutLists(people),
    },
    pathOf,
    playlistIds: lists.map((list) => list.id),
  }
}

/** The people, without playlists of songs that are not here. */
export const withoutLists = (people: ReadonlyMap<string, Person>): ReadonlyMap<string, Person> =>
  new Map([...people].map(([id, person]) => [id, { ...person, playlistIds: [], followedPlaylistIds: [] }]))

/** One after the other, with turns for other work between. */
async function* inSteps<T>(entries: Iterable<T>): AsyncGenerator<T> {
  let count = 0
  for (const entry of entries) {
    count += 1
    if (count % stepLength === 0) await otherWork()
    yield entry
  }
}

/** By folder, disc, track number and file name. */
function inAlbumOrder(songs: readonly Song[]): readonly Song[] {
  const folders = new Set(songs.map(({ path }) => folderOf(path)))
  const rankOf = new Map([...folders].sort(collator.compare).map((folder, rank) => [folder, rank]))
  return songs
    .map((song) => ({ song, rank: rankOf.get(folderOf(song.path)) ?? 0 }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.song.tags.discNumber - b.song.tags.discNumber ||
        a.song.tags.trackNumber - b.song.tags.trackNumber ||
        collator.compare(a.song.path, b.song.path),
    )
    .map(({ song }) => song)
}

/** Names repeat from song to song; each is worked out once. */
function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const result = known.get(text) ?? work(text)
    known.set(text, result)
    return result
  }
}

/** Collaborative, because the wire shows a playlist's contents to its owner and its collaborators only. */
function housePlaylist(
  key: string,
  name: string,
  description: string,
  items: readonly PlaylistItem[],
): Playlist {
  const kept = items.slice(0, mostEntries)
  return {
    id: stableId(`playlist ${key}`),
    name: cleanText(name, mostNameCharacters) || 'Untitled',
    description: cleanText(description, mostNameCharacters),
    ownerId: serverOwner.id,
    collaborative: true,
    public: true,
    snapshotId: stableId(
      `snapshot ${name} ${kept.map((item) => (item.kind === 'track' ? item.trackId : '')).join()}`,
    ),
    items: kept,
  }
}

async function fromFiles(
  files: readonly NamedPlaylistFile[],
  itemOf: ReadonlyMap<string, PlaylistItem>,
): Promise<readonly Playlist[]> {
  const lists: Playlist[] = []
  for (const { path, name, entries } of files) {
    const items: PlaylistItem[] = []
    for await (const entry of inSteps(entries)) items.push(itemOf.get(entry ?? '') ?? missing)
    lists.push(housePlaylist(`file ${path}`, name ?? nameOf(path).replace(/\.m3u8?$/i, ''), path, items))
  }
  return lists
}

async function fromFolders(itemOf: ReadonlyMap<string, PlaylistItem>): Promise<readonly Playlist[]> {
  const folders = new Map<string, PlaylistItem[]>()
  for await (const [path, item] of inSteps(itemOf)) {
    const folder = folderOf(path)
    const top = folder.split('/', 1)[0] ?? ''
    for (const holder of new Set(['', top, folder])) {
      const items = folders.get(holder) ?? []
      items.push(item)
      folders.set(holder, items)
    }
  }
  return [...folders]
    .sort(([a], [b]) => collator.compare(a, b))
    .map(([folder, items]) =>
      housePlaylist(`folder ${folder}`, folder === '' ? 'All songs' : nameOf(folder), folder, items),
    )
}
