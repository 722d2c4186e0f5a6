import { realpathSync, statSync } from 'node:fs'
import type {
  AudioSource,
  Catalogue,
  Library,
  Log,
  Person,
  Picture,
  PictureOf,
  ScanState,
} from '@jointly/music-library'
import { emptyCatalogue, type FolderCatalogue, folderCatalogue } from './folder-catalogue.ts'
import { type FolderWatch, watchFolder } from './folder-watch.ts'
import { openFile } from './music-files.ts'
import { createPacketCache } from './packets/packet-cache.ts'
import { createPictureReader } from './picture-reader.ts'
import { createScanQueue } from './scan-queue.ts'
import { type ScanResult, scanMusic } from './scan.ts'
import { createTagCache, type TagDatabase } from './tag-cache.ts'

type Options = {
  readonly musicDir: string
  /** Stores the tags, so that not every file is read again after a restart. */
  readonly database: TagDatabase
  /** The bundled people for the consent page. They are the same with every library. */
  readonly people: ReadonlyMap<string, Person>
  readonly log: Log
}

/**
 * Opens the operator's own music as a library, which is empty at first and grows during the scan. A change in
 * the folder starts another scan.
 * @throws when `musicDir` is not a readable folder
 */
export const openMusicFolder = (options: Options): Library => new MusicFolder(options)

class MusicFolder implements Library {
  #root
  #people
  #log
  #tagCache
  #pictures
  #packets = createPacketCache()
  #watch: FolderWatch
  #catalogue: FolderCatalogue
  /** The paths of songs with an embedded picture. */
  #songsWithPicture: ReadonlySet<string> = new Set()
  /** The path of the picture file by the path of its folder. */
  #covers: ReadonlyMap<string, string> = new Map()
  #state: ScanState = { phase: 'listing', done: 0, total: 0, broken: 0 }
  #isOpen = false
  #isClosed = false
  /** Whether the last scan failed. Only the first failure in a row is logged. */
  #isUnreadable = false
  #scans = createScanQueue(() => this.#scanOrKeep())

  constructor({ musicDir, database, people, log }: Options) {
    if (!statSync(musicDir, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`MUSIC_DIR is no folder: ${musicDir}`)
    this.#root = realpathSync(musicDir)
    this.#people = people
    this.#log = log
    this.#tagCache = createTagCache(database)
    this.#pictures = createPictureReader(this.#root)
    this.#catalogue = emptyCatalogue(people)
    this.#watch = watchFolder(this.#root, () => this.#scans.scanSoon(), log)
    this.#scans.scanNow()
  }

  catalogue(): Catalogue {
    return this.#catalogue.catalogue
  }

  async open(trackId: string): Promise<AudioSource | undefined> {
    const path = this.#catalogue.pathOf.get(trackId)
    return path === undefined ? undefined : openFile(this.#root, path, this.#packets)
  }

  async picture(of: PictureOf, id: string): Promise<Picture | undefined> {
    const albumId = this.#albumFor(of, id)
    return albumId === undefined ? undefined : this.#albumPicture(albumId)
  }

  commonPlaylistIds(): readonly string[] {
    return this.#catalogue.playlistIds
  }

  starterPlaylists(): readonly never[] {
    return []
  }

  isOpen(): boolean {
    return this.#isOpen
  }

  scan(): ScanState {
    return this.#state
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#watch.close()
    await this.#scans.close()
  }

  /**
   * Scans the folder. If it cannot be listed, the library stays as it is, and the folder is scanned again every 30 seconds.
   */
  async #scanOrKeep(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#scan()
      this.#isUnreadable = false
    } catch (error) {
      if (!this.#isUnreadable)
        this.#log('error', 'the music folder could not be read', { error: String(error) })
      this.#isUnreadable = true
      if (this.#isOpen) this.#state = { ...this.#state, phase: 'ready' }
      if (!this.#isClosed) this.#scans.scanAgain()
    }
  }

  async #scan(): Promise<void> {
    const result = await scanMusic({
      root: this.#root,
      cache: this.#tagCache,
      log: this.#log,
      onProgress: (state) => {
        this.#state = state
      },
      onListed: async (listed) => {
        if (!this.#isOpen) await this.#show(listed)
      },
      onPartialResult: (partial) => this.#show(partial),
      isStopped: () => this.#isClosed,
    })
    if (this.#isClosed) return
    await this.#show(result)
    this.#state = { ...this.#state, phase: 'ready' }
    const { songs, playlistFiles } = result
    const message = `music folder ready: ${songs.length} songs, ${playlistFiles.length} playlist files`
    this.#log('info', message, { broken: this.#state.broken })
  }

  async #show({ songs, playlistFiles, covers }: ScanResult): Promise<void> {
    this.#catalogue = await folderCatalogue(songs, playlistFiles, this.#people)
    this.#songsWithPicture = new Set(songs.filter(({ tags }) => tags.hasPicture).map(({ path }) => path))
    this.#covers = covers
    this.#pictures.clear()
    this.#isOpen = true
  }

  /** Finds the album whose picture an entry uses: the album itself, or the first album of an artist or a playlist. */
  #albumFor(of: PictureOf, id: string): string | undefined {
    const { albums, tracks, playlists } = this.#catalogue.catalogue
    if (of === 'album') return id
    if (of === 'artist') return [...albums.values()].find((album) => album.artistIds.includes(id))?.id
    const item = of === 'playlist' ? playlists.get(id)?.items.find(({ kind }) => kind === 'track') : undefined
    return item?.kind === 'track' ? tracks.get(item.trackId)?.albumId : undefined
  }

  async #albumPicture(albumId: string): Promise<Picture | undefined> {
    const { catalogue, pathOf } = this.#catalogue
    const trackIds = catalogue.albums.get(albumId)?.trackIds ?? []
    const paths = trackIds.flatMap((id) => pathOf.get(id) ?? [])
    const song = paths.find((path) => this.#songsWithPicture.has(path))
    const folder = paths[0]?.split('/').slice(0, -1).join('/') ?? ''
    const file = this.#covers.get(folder)
    return (
      (song === undefined ? undefined : await this.#pictures.embedded(song)) ??
      (file === undefined ? undefined : await this.#pictures.file(file))
    )
  }
}
