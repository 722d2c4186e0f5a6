import { drawnPicture, drawnPlaylistPicture } from '@jointly/bundled-music'
import {
  type Album,
  type Artist,
  type Catalogue,
  type Library,
  type Picture,
  type PictureOf,
  type Playlist,
  serverOwner,
  type Track,
} from '@jointly/music-library'
import type { Grant, Grants } from '../store/grants.ts'
import type { PlaylistSummary, UserPlaylist, UserPlaylists } from '../store/user-playlists.ts'
import { type Account, accountOf } from './accounts.ts'

type ViewOf<List> = List & {
  readonly ownerName: string
  readonly isOwn: boolean
  /** The id of the grant (one consent) for which the playlist is stored. Null for a playlist of the library. */
  readonly storedFor: number | null
}
/** A playlist as one account sees it. An account is the owner of its own playlists. */
export type PlaylistView = ViewOf<Playlist>
/** A playlist without its items, as one account sees it. */
export type ListedPlaylist = ViewOf<Omit<Playlist, 'items'> & Pick<PlaylistSummary, 'total'>>
type Owned = Pick<Playlist, 'ownerId'>

type Options = {
  readonly library: Library
  readonly userPlaylists: UserPlaylists
  readonly grants: Grants
  /** Returns the ids of people without Premium. */
  readonly freePeople: () => readonly string[]
}

/** All music and playlists: the library, and the playlists that accounts created. */
export class Collection {
  #options

  constructor(options: Options) {
    this.#options = options
  }

  catalogue(): Catalogue {
    return this.#options.library.catalogue()
  }

  /** Whether the library was read once. Before that, it may lack songs that exist. */
  isOpen(): boolean {
    return this.#options.library.isOpen()
  }

  artist(id: string): Artist | undefined {
    return this.catalogue().artists.get(id)
  }

  album(id: string): Album | undefined {
    return this.catalogue().albums.get(id)
  }

  /** Returns the track of this id, or the track that replaced it. */
  track(id: string): Track | undefined {
    const { tracks } = this.catalogue()
    const track = tracks.get(id)
    return track?.relinkedTo === undefined ? track : (tracks.get(track.relinkedTo) ?? track)
  }

  open(trackId: string): ReturnType<Library['open']> {
    return this.#options.library.open(trackId)
  }

  /**
   * Returns the picture of an entry. If the library has no picture of it, one is drawn. Undefined if the entry is
   * unknown.
   */
  async picture(of: PictureOf, id: string): Promise<Picture | undefined> {
    const picture = (await this.#options.library.picture(of, id)) ?? drawnPicture(this.catalogue(), of, id)
    if (picture !== undefined || of !== 'playlist') return picture
    const stored = this.#options.userPlaylists.findAny(id)
    if (stored === undefined) return undefined
    return drawnPlaylistPicture(id, stored.list.name, this.#ownerName(stored.list, stored.grantId))
  }

  account(grant: Grant): Account {
    return accountOf(grant, this.catalogue().people, this.#options.freePeople())
  }

  viewOf<List extends Owned>(
    list: List,
    viewer: Account | null,
    storedFor: number | null = null,
  ): ViewOf<List> {
    const isMine = viewer !== null && [viewer.userId, viewer.profile?.id].includes(list.ownerId)
    if (isMine && (storedFor === null || storedFor === viewer.grantId)) {
      const { userId, displayName } = viewer
      return { ...list, ownerId: userId, ownerName: displayName, isOwn: true, storedFor }
    }
    return { ...list, ownerName: this.#ownerName(list, storedFor), isOwn: false, storedFor }
  }

  playlist(id: string, viewer: Account | null): PlaylistView | undefined {
    const { userPlaylists } = this.#options
    const own = viewer === null ? undefined : userPlaylists.find(viewer.grantId, id)
    if (own !== undefined) return this.#storedView(own, viewer)
    const bundled = this.catalogue().playlists.get(id)
    if (bundled !== undefined) return this.viewOf(bundled, viewer)
    const other = this.#shared(id)
    const whole = other && userPlaylists.find(other.grantId, id)
    return whole && this.#storedView(whole, viewer)
  }

  /** Returns the name of a playlist. Undefined if it is unknown or private. */
  publicPlaylistName(id: string): string | undefined {
    const list = this.catalogue().playlists.get(id) ?? this.#shared(id)?.list
    return list?.public === true ? list.name : undefined
  }

  /**
   * Lists the playlists of an account, its own playlists first. If the account has no playlists yet, stores the
   * library's starter playlists for it before.
   */
  playlistsOf(viewer: Account, nowMs: number): readonly ListedPlaylist[] {
    const { library } = this.#options
    const ids = new Set([...(viewer.profile?.playlistIds ?? []), ...library.commonPlaylistIds()])
    const followed = viewer.profile?.followedPlaylistIds ?? []
    const stored = this.#storedPlaylists(viewer, ids.size === 0, nowMs)
    const storedById = new Map(stored.map((each) => [each.list.id, each]))
    const listed = (id: string): ListedPlaylist | undefined => {
      const own = storedById.get(id)
      if (own !== undefined) return this.#storedView(own, viewer)
      const list = this.playlist(id, viewer)
      return list && { ...list, total: list.items.length }
    }
    const listedIds = new Set([...ids, ...followed])
    const added = stored
      .filter((each) => !listedIds.has(each.list.id) && this.#hasContent(each))
      .map((each) => this.#storedView(each, viewer))
    return [...[...ids].map(listed), ...added, ...followed.map(listed)].filter((list) => list !== undefined)
  }

  /**
   * Stores a playlist. A playlist that is already stored stays with its grant (one consent). A new playlist, or one
   * of the library, is stored for the grant of `writer`.
   * @returns the exceeded limit (B4), or null
   */
  savePlaylist(
    list: Playlist & Pick<PlaylistView, 'storedFor'>,
    writer: Account,
    nowMs: number,
  ): 'lists' | 'items' | null {
    return this.#options.userPlaylists.save(list.storedFor ?? writer.grantId, list, nowMs)
  }

  /**
   * Lists the playlists that the account created, without reading their items (B7). The changed playlists of the
   * library and the starter playlists are not among them: they would come back after they were deleted.
   */
  playlistsCreatedBy(owner: Account): readonly ListedPlaylist[] {
    const { library, userPlaylists } = this.#options
    const starters = new Set(library.starterPlaylists(owner.userId).map(({ id }) => id))
    return userPlaylists
      .of(owner.grantId)
      .map((each) => this.#storedView(each, owner))
      .filter(({ id, isOwn }) => isOwn && !starters.has(id) && !this.catalogue().playlists.has(id))
  }

  /** Deletes these stored playlists of the account, all of them or none (B4). */
  deletePlaylists(ids: ReadonlySet<string>, owner: Account): void {
    this.#options.userPlaylists.delete(owner.grantId, ids)
  }

  /** Returns the stored playlists of an account. If it has none and `needsStarters` is true, stores some before. */
  #storedPlaylists(viewer: Account, needsStarters: boolean, nowMs: number) {
    const { library, userPlaylists } = this.#options
    const stored = userPlaylists.of(viewer.grantId)
    if (!needsStarters || stored.length > 0) return stored
    for (const starter of library.starterPlaylists(viewer.userId))
      userPlaylists.save(viewer.grantId, starter, nowMs)
    return userPlaylists.of(viewer.grantId)
  }

  /**
   * Returns a stored playlist that other accounts may read. A copy of a playlist of the library belongs only to its
   * account, also if it is collaborative.
   */
  #shared(id: string): UserPlaylist<PlaylistSummary> | undefined {
    const { userPlaylists, grants } = this.#options
    const stored = userPlaylists.findAny(id)
    if (stored === undefined || !(stored.list.public || stored.list.collaborative)) return undefined
    return grants.find(stored.grantId)?.userId === stored.list.ownerId ? stored : undefined
  }

  #storedView<List extends Owned>(
    { list, grantId }: UserPlaylist<List>,
    viewer: Account | null,
  ): ViewOf<List> {
    return this.viewOf(list, viewer, grantId)
  }

  #ownerName({ ownerId }: Owned, storedFor: number | null): string {
    if (ownerId === serverOwner.id) return serverOwner.displayName
    const grant = storedFor === null ? undefined : this.#options.grants.find(storedFor)
    if (grant !== undefined && grant.userId === ownerId) return this.account(grant).displayName
    return this.catalogue().people.get(ownerId)?.displayName ?? ownerId
  }

  /**
   * Returns whether a playlist is empty or at least one of its items still exists. The songs of a stored playlist
   * may have been removed from the library.
   */
  #hasContent({ list, grantId }: UserPlaylist<PlaylistSummary>): boolean {
    const { tracks } = this.catalogue()
    if (list.firstTrackId === null || tracks.has(list.firstTrackId)) return true
    const items = this.#options.userPlaylists.find(grantId, list.id)?.list.items ?? []
    return items.some((item) => item.kind !== 'track' || tracks.has(item.trackId))
  }
}
