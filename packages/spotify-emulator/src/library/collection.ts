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
import type { UserPlaylist, UserPlaylists } from '../store/user-playlists.ts'
import { type Account, accountOf } from './accounts.ts'

/** A playlist as one account sees it. An account is the owner of its own playlists. */
export type PlaylistView = Playlist & {
  readonly ownerName: string
  readonly isOwn: boolean
  /** The id of the grant (one consent) for which the playlist is stored. Null for a playlist of the library. */
  readonly storedFor: number | null
}

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

  viewOf(list: Playlist, viewer: Account | null, storedFor: number | null = null): PlaylistView {
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
    const other = userPlaylists.findAny(id)
    const isShared = other !== undefined && (other.list.public || other.list.collaborative)
    return isShared ? this.#storedView(other, viewer) : undefined
  }

  /**
   * Lists the playlists of an account, its own playlists first. If the account has no playlists yet, stores the
   * library's starter playlists for it before.
   */
  playlistsOf(viewer: Account, nowMs: number): readonly PlaylistView[] {
    const { library, userPlaylists } = this.#options
    const ids = new Set([...(viewer.profile?.playlistIds ?? []), ...library.commonPlaylistIds()])
    const followed = viewer.profile?.followedPlaylistIds ?? []
    if (ids.size === 0 && userPlaylists.of(viewer.grantId).length === 0)
      for (const starter of library.starterPlaylists(viewer.userId))
        userPlaylists.save(viewer.grantId, starter, nowMs)
    const listed = (among: Iterable<string>): readonly PlaylistView[] =>
      [...among].map((id) => this.playlist(id, viewer)).filter((list) => list !== undefined)
    const listedIds = new Set([...ids, ...followed])
    const added = userPlaylists
      .of(viewer.grantId)
      .filter(({ list }) => !listedIds.has(list.id) && this.#hasContent(list))
      .map((stored) => this.#storedView(stored, viewer))
    return [...listed(ids), ...added, ...listed(followed)]
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

  #storedView({ list, grantId }: UserPlaylist, viewer: Account | null): PlaylistView {
    return this.viewOf(list, viewer, grantId)
  }

  #ownerName({ ownerId }: Playlist, storedFor: number | null): string {
    if (ownerId === serverOwner.id) return serverOwner.displayName
    const grant = storedFor === null ? undefined : this.#options.grants.find(storedFor)
    if (grant !== undefined && grant.userId === ownerId) return this.account(grant).displayName
    return this.catalogue().people.get(ownerId)?.displayName ?? ownerId
  }

  /**
   * Returns whether a playlist is empty or at least one of its items still exists. The songs of a stored playlist
   * may have been removed from the library.
   */
  #hasContent(list: Playlist): boolean {
    return (
      list.items.length === 0 ||
      list.items.some((item) => item.kind !== 'track' || this.catalogue().tracks.has(item.trackId))
    )
  }
}
