import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
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
import { inBatches } from './in-batches.ts'
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

/** The time between the end of a scan and the next one. A network share does not report what other machines change. */
const RESCAN_MS = 10 * 60_000
/** The time until the next scan if something could not be read. */
const RETRY_MS = 30_000

class MusicFolder implements Library {
  #root
  #rootNames
  #people
  #log
  #tagCache
  #pictures
  #packets = createPacketCache()
  #watch: FolderWatch
  #catalogue: FolderCatalogue
  /** The paths of songs with an embedded picture. */
  #songsWithPicture: ReadonlySet<string> = new Set()
  /** The picture file by the path of its folder. */
  #covers: ScanResult['covers'] = new Map()
  #state: ScanState = { phase: 'listing', done: 0, total: 0, broken: 0 }
  #isOpen = false
  #isClosed = false
  /** Whether the last scan failed. Only the first failure in a row is logged. */
  #isUnreadable = false
  /** The number of scans in a row that could not read every file. */
  #incompleteScans = 0
  /** Identifies the songs and playlist files of the catalogue. */
  #fingerprint = ''
  /** Identifies the versions of all files that may have a picture. */
  #pictureFingerprint = ''
  #scanLog
  #scans = createScanQueue(() => this.#scanOrKeep())

  constructor({ musicDir, database, people, log }: Options) {
    if (!statSync(musicDir, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`MUSIC_DIR is no folder: ${musicDir}`)
    this.#root = realpathSync(musicDir)
    this.#rootNames = [this.#root, resolve(musicDir)]
    this.#people = people
    this.#log = log
    this.#scanLog = createScanLog(log)
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
   * Scans the folder, and requests the next scan (B9). If the folder cannot be listed, the library stays as it is.
   */
  async #scanOrKeep(): Promise<void> {
    if (this.#isClosed) return
    let waitMs = RETRY_MS
    try {
      const isComplete = await this.#scan()
      this.#isUnreadable = false
      waitMs = isComplete ? RESCAN_MS : Math.min(RETRY_MS * 2 ** this.#incompleteScans, RESCAN_MS)
      this.#incompleteScans = isComplete ? 0 : this.#incompleteScans + 1
    } catch (error) {
      if (!this.#isUnreadable)
        this.#log('error', 'the music folder could not be read', { error: String(error) })
      this.#isUnreadable = true
      if (this.#isOpen) this.#state = { ...this.#state, phase: 'ready' }
    }
    if (!this.#isClosed) this.#scans.scanLater(waitMs)
  }

  /** Returns whether every file and folder could be read. */
  async #scan(): Promise<boolean> {
    const log = this.#scanLog()
    const result = await scanMusic({
      root: this.#root,
      rootNames: this.#rootNames,
      cache: this.#tagCache,
      log,
      onProgress: (state) => {
        this.#state = state
      },
      onListed: async (listed) => {
        if (!this.#isOpen) await this.#show(listed)
      },
      onPartialResult: (partial) => this.#show(partial),
      isStopped: () => this.#isClosed,
    })
    if (this.#isClosed) return result.isComplete
    await this.#show(result)
    this.#state = { ...this.#state, phase: 'ready' }
    const { songs, playlistFiles } = result
    const message = `music folder ready: ${songs.length} songs, ${playlistFiles.length} playlist files`
    log('info', message, { broken: this.#state.broken })
    return result.isComplete
  }

  async #show(result: ScanResult): Promise<void> {
    const { songs, playlistFiles, files, covers } = result
    const fingerprint = await fingerprintOf([...songs, ...playlistFiles])
    const pictureFingerprint = await fingerprintOf([...files, ...covers.values()])
    // Another catalogue needs another search index, which costs time. So it stays the same if nothing changed.
    if (fingerprint !== this.#fingerprint) {
      this.#catalogue = await folderCatalogue(songs, playlistFiles, this.#people)
      this.#songsWithPicture = new Set(songs.filter(({ tags }) => tags.hasPicture).map(({ path }) => path))
      this.#fingerprint = fingerprint
    }
    this.#covers = covers
    if (pictureFingerprint !== this.#pictureFingerprint) this.#pictures.clear()
    this.#pictureFingerprint = pictureFingerprint
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
      (file === undefined ? undefined : await this.#pictures.file(file.path))
    )
  }
}

/** Returns a hash of the entries, with pauses for other work (B9). */
async function fingerprintOf(entries: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256')
  for await (const entry of inBatches(entries)) hash.update(JSON.stringify(entry))
  return hash.digest('base64')
}

/**
 * Returns a function that creates the log of the next scan. A scan logs no line that the scan before it logged, because
 * scans repeat.
 */
function createScanLog(log: Log): () => Log {
  let lines = new Set<string>()
  return () => {
    const before = lines
    lines = new Set()
    return (level, message, details) => {
      const line = JSON.stringify([message, details])
      lines.add(line)
      if (!before.has(line)) log(level, message, details)
    }
  }
}
