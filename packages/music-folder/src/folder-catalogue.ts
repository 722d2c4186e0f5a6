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
import { inBatches } from './in-batches.ts'
import { maxEntries, maxNameLength, type M3uPlaylist } from './m3u.ts'
import type { SongTags } from './song-tags.ts'

export type Song = { readonly path: string; readonly tags: SongTags }
export type PlaylistFile = M3uPlaylist & { readonly path: string }

/** The catalogue of a music folder, and the file of each track. */
export type FolderCatalogue = {
  readonly catalogue: Catalogue
  readonly pathOf: ReadonlyMap<string, string>
  /** The ids of all playlists: first those of playlist files, then those of folders. */
  readonly playlistIds: readonly string[]
}

/** The largest number of genres of an artist. It is limited because the list is copied for each song. */
const maxGenres = 20
const missing: PlaylistItem = { kind: 'missing' }
const collator = new Intl.Collator('en', { numeric: true })

export const trackIdOf = (path: string): string => stableId(`file ${path}`)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Builds the catalogue of a folder, with pauses for other work (B9). Each file becomes a track. The playlists are:
 * - all songs
 * - the songs of each top folder and its subfolders
 * - the songs of each deeper folder that contains songs
 * - the entries of each m3u file
 */
export async function folderCatalogue(
  songs: readonly Song[],
  playlistFiles: readonly PlaylistFile[],
  people: ReadonlyMap<string, Person>,
): Promise<FolderCatalogue> {
  const tracks = new Map<string, Track>()
  const artists = new Map<string, Artist>()
  const albums = new Map<string, Album & { readonly trackIds: string[] }>()
  const pathOf = new Map<string, string>()

  const artistIdOf = memoize((name) => stableId(`artist ${fold(name) || name}`))
  const albumIdOf = memoize(stableId)
  const folded = memoize(fold)
  const artistId = (name: string, genre: string): string => {
    const id = artistIdOf(name)
    const existing = artists.get(id)
    const genres = existing?.genres ?? []
    const isNewGenre = genre !== '' && genres.length < maxGenres && !genres.includes(genre)
    artists.set(id, { id, name: existing?.name ?? name, genres: isNewGenre ? [...genres, genre] : genres })
    return id
  }
  const itemOf = new Map<string, PlaylistItem>()
  for await (const { path, tags } of inBatches(inAlbumOrder(songs))) {
    const id = trackIdOf(path)
    const albumId = albumIdOf(`album ${folded(tags.albumArtist)} / ${folded(tags.album)} / ${folderOf(path)}`)
    const album = albums.get(albumId) ?? {
      id: albumId,
      name: tags.album,
      artistIds: [artistId(tags.albumArtist, '')],
      releaseDate: tags.year === null ? '0000' : String(tags.year).padStart(4, '0'),
      trackIds: [],
      upc: '',
      copyrights: [],
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

  const lists = [
    ...(await playlistsFromFiles(playlistFiles, itemOf)),
    ...(await playlistsFromFolders(itemOf)),
  ]
  return {
    catalogue: {
      tracks,
      artists,
      albums,
      playlists: new Map(lists.map((list) => [list.id, list])),
      people: withoutPlaylists(people),
    },
    pathOf,
    playlistIds: lists.map((list) => list.id),
  }
}

/** Creates the catalogue of a folder without files. */
export const emptyCatalogue = (people: ReadonlyMap<string, Person>): FolderCatalogue => ({
  catalogue: {
    tracks: new Map(),
    artists: new Map(),
    albums: new Map(),
    playlists: new Map(),
    people: withoutPlaylists(people),
  },
  pathOf: new Map(),
  playlistIds: [],
})

/** Removes the bundled playlists from people, because a music folder does not have the songs of these playlists. */
const withoutPlaylists = (people: ReadonlyMap<string, Person>): ReadonlyMap<string, Person> =>
  new Map([...people].map(([id, person]) => [id, { ...person, playlistIds: [], followedPlaylistIds: [] }]))

/** Sorts songs by folder, disc, track number and file name. */
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

/** Caches the results of a function, because names repeat from song to song. */
function memoize(work: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>()
  return (text) => {
    const result = results.get(text) ?? work(text)
    results.set(text, result)
    return result
  }
}

/** Creates a playlist that belongs to the server. It is collaborative, so that everybody may read it. */
function serverPlaylist(
  key: string,
  name: string,
  description: string,
  items: readonly PlaylistItem[],
): Playlist {
  const entries = items.slice(0, maxEntries)
  return {
    id: stableId(`playlist ${key}`),
    name: cleanText(name, maxNameLength) || 'Untitled',
    description: cleanText(description, maxNameLength),
    ownerId: serverOwner.id,
    collaborative: true,
    public: true,
    snapshotId: stableId(
      `snapshot ${name} ${entries.map((item) => (item.kind === 'track' ? item.trackId : '')).join()}`,
    ),
    items: entries,
  }
}

async function playlistsFromFiles(
  files: readonly PlaylistFile[],
  itemOf: ReadonlyMap<string, PlaylistItem>,
): Promise<readonly Playlist[]> {
  // Some systems and programs write é as two characters. So a name may have another Unicode form than its file.
  const composedItemOf = new Map<string, PlaylistItem>()
  for await (const [path, item] of inBatches(itemOf)) {
    const composed = path.normalize('NFC')
    if (composed !== path) composedItemOf.set(composed, item)
  }
  const find = (path: string): PlaylistItem | undefined => {
    const composed = path.normalize('NFC')
    return itemOf.get(path) ?? itemOf.get(composed) ?? composedItemOf.get(composed)
  }
  const lists: Playlist[] = []
  for (const { path, name, entries } of files) {
    const items: PlaylistItem[] = []
    for await (const entry of inBatches(entries))
      items.push(find(entry ?? '') ?? find(decoded(entry ?? '')) ?? missing)
    lists.push(serverPlaylist(`file ${path}`, name ?? nameOf(path).replace(/\.m3u8?$/i, ''), path, items))
  }
  return lists
}

/** Decodes the percent-encoding of a path. Some programs write `My%20Song.mp3` into their playlists. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function playlistsFromFolders(itemOf: ReadonlyMap<string, PlaylistItem>): Promise<readonly Playlist[]> {
  const folders = new Map<string, PlaylistItem[]>()
  for await (const [path, item] of inBatches(itemOf)) {
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
      serverPlaylist(`folder ${folder}`, folder === '' ? 'All songs' : nameOf(folder), folder, items),
    )
}
