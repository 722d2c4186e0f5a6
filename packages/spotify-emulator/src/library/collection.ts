import { drawnPicture, drawnPlaylistPicture } from '@jointly/bundled-music'
import {
  type Album,
  type Artist,
  type Library,
  type Picture,
  type PictureOf,
  type Playlist,
  serverOwner,
  type Track,
} from '@jointly/music-library'
import type { Grant, Grants } from '../store/grants.ts'
import type { WrittenPlaylists } from '../store/written-playlists.ts'
import { type Account, accountOf } from './accounts.ts'

/** A track as it is served: for a relinked one the track that stands in, with the id that was asked for. */
export type ServedTrack = { readonly track: Track; readonly askedId: string }

/** A playlist as one account sees it: the owner is that account where the playlist is its own. */
export type SeenPlaylist = Playlist & {
  readonly ownerName: string
  readonly isOwn: boolean
  /** The grant it is stored for; null while it is as the library has it. */
  readonly storedFor: number | null
}

export type Collection = ReturnType<typeof createCollection>

type Options = {
  readonly library: Library
  readonly written: WrittenPlaylists
  readonly grants: Grants
  readonly freePeople: () => readonly string[]
}

/** The library together with what people added to it: accounts, and playlists they wrote. */
export function createCollection({ library, written, grants, freePeople }: Options) {
  const catalogue = () => library.catalogue()
  const account = (grant: Grant): Account => accountOf(grant, catalogue().people, freePeople())

  const seen = (list: Playlist, viewer: Account | null, storedFor: number | null = null): SeenPlaylist => {
    const isMine = viewer !== null && [viewer.userId, viewer.profile?.id].includes(list.ownerId)
    if (isMine && (storedFor === null || storedFor === viewer.grantId)) {
      const { userId, displayName } = viewer
      return { ...list, ownerId: userId, ownerName: displayName, isOwn: true, storedFor }
    }
    return { ...list, ownerName: ownerNameOf(list, storedFor), isOwn: false, storedFor }
  }
  const ownerNameOf = ({ ownerId }: Playlist, storedFor: number | null): string => {
    if (ownerId === serverOwner.id) return serverOwner.displayName
    const grant = storedFor === null ? undefined : grants.find(storedFor)
    if (grant !== undefined && grant.userId === ownerId) return account(grant).displayName
    return catalogue().people.get(ownerId)?.displayName ?? ownerId
  }
  /** What somebody else wrote is only for those it is shared with. */
  const sharedByOthers = (id: string, viewer: Account | null): SeenPlaylist | undefined => {
    const other = written.findAny(id)
    if (other === undefined || !(other.list.public || other.list.collaborative)) return undefined
    return seen(other.list, viewer, other.grantId)
  }
  const playlist = (id: string, viewer: Account | null): SeenPlaylist | undefined => {
    const own = viewer === null ? undefined : written.find(viewer.grantId, id)
    if (own !== undefined) return seen(own.list, viewer, own.grantId)
    const bundled = catalogue().playlists.get(id)
    return bundled === undefined ? sharedByOthers(id, viewer) : seen(bundled, viewer)
  }
  /** A written playlist outlives the library it was written from; it shows while any of its songs is here. */
  const hasSomething = (list: Playlist): boolean =>
    list.items.length === 0 ||
    list.items.some((item) => item.kind !== 'track' || catalogue().tracks.has(item.trackId))

  return {
    catalogue,
    account,
    seen,
    playlist,
    open: (trackId: string) => library.open(trackId),
    async picture(of: PictureOf, id: string): Promise<Picture | undefined> {
      const found = (await library.picture(of, id)) ?? drawnPicture(catalogue(), of, id)
      const other = found === undefined && of === 'playlist' ? written.findAny(id) : undefined
      if (other === undefined) return found
      return drawnPlaylistPicture(id, other.list.name, ownerNameOf(other.list, other.grantId))
    },

    /** Stores a playlist: for the account that wrote it, or where it is stored already. Says what is too much (B4). */
    savePlaylist: (
      list: Playlist & Pick<SeenPlaylist, 'storedFor'>,
      writer: Account,
      nowMs: number,
    ): 'lists' | 'items' | null => written.save(list.storedFor ?? writer.grantId, list, nowMs),

    artist: (id: string): Artist | undefined => catalogue().artists.get(id),
    album: (id: string): Album | undefined => catalogue().albums.get(id),

    track(id: string): ServedTrack | undefined {
      const asked = catalogue().tracks.get(id)
      if (asked === undefined) return undefined
      const served = asked.relinkedTo === undefined ? asked : catalogue().tracks.get(asked.relinkedTo)
      return { track: served ?? asked, askedId: id }
    },

    /** What the account's library shows, own first. Someone who typed a name gets starters on the first look. */
    playlistsOf(viewer: Account, nowMs: number): readonly SeenPlaylist[] {
      const ids = new Set([...(viewer.profile?.playlistIds ?? []), ...library.commonPlaylistIds()])
      const followed = viewer.profile?.followedPlaylistIds ?? []
      const stored = () => written.of(viewer.grantId).map(({ list, grantId }) => seen(list, viewer, grantId))
      const isListed = new Set([...ids, ...followed])
      let own = stored()
      if (ids.size === 0 && own.length === 0) {
        for (const starter of library.starterPlaylists(viewer.userId))
          written.save(viewer.grantId, starter, nowMs)
        own = stored()
      }
      const listed = (among: Iterable<string>): readonly SeenPlaylist[] =>
        [...among].map((id) => playlist(id, viewer)).filter((list) => list !== undefined)
      const added = own.filter((list) => !isListed.has(list.id) && hasSomething(list))
      return [...listed(ids), ...added, ...listed(followed)]
    },
  }
}
