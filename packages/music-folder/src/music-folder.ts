import { realpathSync, statSync } from 'node:fs'
import { watch } from 'chokidar'
import type { Library, Log, Person, Picture, PictureOf, ScanState } from '@jointly/music-library'
import { createTagCache, type TagDatabase } from './tag-cache.ts'
import { type FolderCatalogue, folderCatalogue, withoutLists } from './folder-catalogue.ts'
import { openFile } from './files.ts'
import { createPictureReader } from './pictures.ts'
import { type Found, scanMusic } from './scan.ts'

/** Copying an album in sets off many changes; the folder is read again once they have calmed down. */
const calmMs = 800

type Options = {
  readonly musicDir: string
  /** Holds the tags that were read, so that a restart does not read every file again. */
  readonly database: TagDatabase
  /** The people who can be chosen; they are the same with every library. */
  readonly people: ReadonlyMap<string, Person>
  readonly log: Log
}

type Shelf = FolderCatalogue & { readonly found: Found | null; readonly taggedPictures: ReadonlySet<string> }

/**
 * The operator's own music as the library. It is there at once and fills as the folder is read; a change in the
 * folder is found by itself. Throws when `musicDir` is no readable folder.
 */
export function openMusicFolder({ musicDir, database, people, log }: Options): Library {
  if (!statSync(musicDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`MUSIC_DIR is no folder: ${musicDir}`)
  const root = realpathSync(musicDir)
  const cache = createTagCache(database)
  const pictures = createPictureReader(root)
  let shelf: Shelf = emptyShelf(people)
  let state: ScanState = { phase: 'listing', done: 0, total: 0, broken: 0 }
  let closed = false
  let calm: NodeJS.Timeout | undefined

  const show = async (found: Found): Promise<void> => {
    shelf = await shelfOf(found, people)
    pictures.forget()
  }
  const read = async (): Promise<void> => {
    const found = await scanMusic({
      root,
      cache,
      log,
      progress: (next) => {
        state = next
      },
      soFar: show,
      stopped: () => closed,
    })
    if (closed) return
    await show(found)
    state = { ...state, phase: 'ready' }
    const { songs, playlistFiles } = found
    log('info', `music folder ready: ${songs.length} songs, ${playlistFiles.length} playlist files`, {
      broken: state.broken,
    })
  }
  /** One reading after the other. */
  let reading: Promise<void> = Promise.resolve()
  const readAgain = (): void => {
    reading = reading
      .then(() => (closed ? undefined : read()))
      .catch((error: unknown) => {
        log('error', 'the music folder could not be read', { error: String(error) })
      })
  }

  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: /(^|[/\\])\.[^/\\]/,
    persistent: false,
  })
  watcher.on('all', () => {
    clearTimeout(calm)
    calm = setTimeout(readAgain, calmMs)
  })
  watcher.on('error', (error) => log('warn', 'the music folder is not watched', { error: String(error) }))
  readAgain()

  const albumPicture = async (albumId: string): Promise<Picture | undefined> => {
    const trackIds = shelf.catalogue.albums.get(albumId)?.trackIds ?? []
    const paths = trackIds.flatMap((id) => shelf.pathOf.get(id) ?? [])
    const tagged = paths.find((path) => shelf.taggedPictures.has(path))
    const folder = paths[0]?.split('/').slice(0, -1).join('/') ?? ''
    const file = shelf.found?.listing.covers.get(folder)
    return (
      (tagged === undefined ? undefined : await pictures.embedded(tagged)) ??
      (file === undefined ? undefined : await pictures.file(file))
    )
  }
  /** The album a picture is taken from: itself, or the first one of the artist or the playlist. */
  const albumBehind = (of: PictureOf, id: string): string | undefined => {
    const { albums, tracks, playlists } = shelf.catalogue
    if (of === 'album') return id
    if (of === 'artist') return [...albums.values()].find((album) => album.artistIds.includes(id))?.id
    const item = of === 'playlist' ? playlists.get(id)?.items.find(({ kind }) => kind === 'track') : undefined
    return item?.kind === 'track' ? tracks.get(item.trackId)?.albumId : undefined
  }

  return {
    catalogue: () => shelf.catalogue,
    open: async (trackId) => {
      const path = shelf.pathOf.get(trackId)
      return path === undefined ? undefined : openFile(root, path)
    },
    async picture(of, id) {
      const albumId = albumBehind(of, id)
      return albumId === undefined ? undefined : albumPicture(albumId)
    },
    commonPlaylistIds: () => shelf.playlistIds,
    starterPlaylists: () => [],
    scan: () => state,
    async close() {
      closed = true
      clearTimeout(calm)
      await watcher.close()
      await reading
    },
  }
}

const emptyShelf = (people: ReadonlyMap<string, Person>): Shelf => ({
  catalogue: {
    tracks: new Map(),
    artists: new Map(),
    albums: new Map(),
    playlists: new Map(),
    people: withoutLists(people),
  },
  pathOf: new Map(),
  playlistIds: [],
  found: null,
  taggedPictures: new Set(),
})

async function shelfOf(found: Found, people: ReadonlyMap<string, Person>): Promise<Shelf> {
  const { songs, playlistFiles } = found
  return {
    ...(await folderCatalogue(songs, playlistFiles, people)),
    found,
    taggedPictures: new Set(songs.filter(({ tags }) => tags.hasPicture).map(({ path }) => path)),
  }
}
