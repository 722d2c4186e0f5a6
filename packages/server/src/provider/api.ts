import type { Album, FoundSong, Song } from '@jointly/contract'
import type * as z from 'zod/mini'
import { isRefused, type Refusal } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import { claimsToBeLast, nextOffset } from './pagination.ts'
import { linkProtocolsOf, type ProviderPerson, type StreamingProvider } from './provider.ts'
import { createPlaylistWriter, type PlaylistWriter } from './playlist-writer.ts'
import { coverOf, foundSongOf, isPlayable, linkOf, songOf, tracksOf } from './songs.ts'
import { type ApiGroup, parseAnswer, type Transport } from './transport.ts'
import { Me, Page, parseEach, SearchPage, WireAlbum, WirePlaylist, WireTrack } from './wire.ts'

/** The number of entries on a page of a list. */
export const PAGE_SIZE = 50
/** The number of results on a page of a search. */
const SEARCH_PAGE_SIZE = 10
/** The maximum number of songs that a search returns. They are on two pages. */
const SEARCH_SIZE = 20
const MAX_PLAYLISTS = 2_000
const MAX_SONGS = 10_000
/** The maximum number of songs of an album. They are on ten pages, and each page counts for the provider's limits. */
const MAX_ALBUM_SONGS = 500
/**
 * Spotify says whether a song can be played, and replaces a song by one that can, only if the request names a country
 * (docs/spotify.md 2.4). The country of the account takes priority, so any country works.
 */
const MARKET = { market: 'US' }

const ITEM_FIELDS =
  'items(is_local,item(id,uri,type,name,duration_ms,explicit,is_local,is_playable,external_urls,artists(id,name),album(images))),next,total'

export type ProviderPlaylist = {
  id: string
  title: string
  owner: string
  cover: string | null
  /** The address of the playlist's page at the provider. Null if there is no address, or if it is not safe to open. */
  url: string | null
  snapshotId: string
  total: number
  /** Whether the user is its owner. */
  isOwn: boolean
  /** False if only the owner of the playlist may read its contents. */
  isReadable: boolean
}

/**
 * The playlists of a user. If `isComplete` is false, the user may have more playlists, so none may be removed because
 * it is missing here (L10, L11).
 */
export type PlaylistList = { playlists: ProviderPlaylist[]; isComplete: boolean }

/** The result of a search. `isComplete` is false if the second page could not be read, or is unclear (L10, L12). */
export type SearchResult = { songs: FoundSong[]; isComplete: boolean }

/**
 * An album with its songs in the order of the album. `isComplete` is false if a later page could not be read, or if the
 * pages end before the total (L10, L12).
 */
export type AlbumWithSongs = Album & { songs: Song[]; isComplete: boolean }

export type PlaylistRead = {
  /** The index of the first entry to read. The first entry of the playlist has the index 0. */
  from: number
  /** The number of entries of this playlist, as the list of playlists shows it. */
  listedTotal: number
  /** Whether a playlist whose last page ends before `total` is accepted as complete (L10). */
  acceptsShortList: boolean
  /** Whether songs that the country of the account does not have are replaced, or left out (L11). */
  adaptsToCountry: boolean
  /**
   * Is called with the songs of each page.
   * @param next the index of the first entry of the next page
   * @returns whether the next page is read
   */
  onPage(songs: readonly Song[], next: number): Promise<boolean>
}

/** The functions that call the provider's Web API. Parameter `token` is the access token of a user or of the app. */
export type ProviderApi = PlaylistWriter & {
  me(token: string): Promise<ProviderPerson | Refusal>
  /**
   * Returns the playlists that a user owns or follows.
   * @param ownerId the id with which the provider shows the user as the owner of a playlist
   */
  playlists(token: string, ownerId: string): Promise<PlaylistList | Refusal>
  /**
   * Reads the songs of a playlist page by page.
   * @returns `stopped` if `onPage` returned false; `shortened` if songs that were read before are no longer in the
   * playlist
   */
  playlistSongs(
    token: string,
    playlistId: string,
    reading: PlaylistRead,
  ): Promise<'done' | 'stopped' | 'shortened' | Refusal>
  /** Searches for songs. Returns at most 20. */
  search(token: string, query: string): Promise<SearchResult | Refusal>
  track(token: string, id: string): Promise<Song | Refusal>
  /** Returns an album with at most 500 songs. */
  album(token: string, id: string): Promise<AlbumWithSongs | Refusal>
}

export function createProviderApi(provider: StreamingProvider, transport: Transport): ProviderApi {
  const linkProtocols = () => linkProtocolsOf(provider)
  const toSong = (track: WireTrack) => songOf(track, linkProtocols())

  const getProfile = createReader(provider, transport, 'profile')
  const getPlaylists = createReader(provider, transport, 'playlists')
  const getSearch = createReader(provider, transport, 'search')
  const getTrack = createReader(provider, transport, 'tracks')

  return {
    ...createPlaylistWriter(provider, transport),

    async me(token) {
      const me = await getProfile(token, '/me', {}, Me)
      if (isRefused(me)) return me
      return { accountId: me.account_id || null, id: me.id, name: me.display_name ?? me.id }
    },

    playlists(token, ownerId) {
      return readPlaylists(ownerId, linkProtocols(), (offset) =>
        getPlaylists(token, '/me/playlists', pageQuery(offset, PAGE_SIZE), Page),
      )
    },

    async playlistSongs(token, playlistId, { from, listedTotal, acceptsShortList, adaptsToCountry, onPage }) {
      const path = `/playlists/${encodeURIComponent(playlistId)}/items`
      let offset: number | null = from
      while (offset !== null && offset < MAX_SONGS) {
        const query = {
          ...pageQuery(offset, PAGE_SIZE),
          ...(adaptsToCountry && MARKET),
          additional_types: 'track',
          fields: ITEM_FIELDS,
        }
        const page: Page | Refusal = await getPlaylists(token, path, query, Page)
        if (isRefused(page)) return page
        const next: number | null | Refusal = nextOffset(page, offset, listedTotal)
        const isShortened = page.items.length === 0 && (page.total ?? offset) < offset
        if (isShortened && (!acceptsShortList || from > 0)) return 'shortened'
        if (isRefused(next) && !(acceptsShortList && claimsToBeLast(page))) return next
        const read: number = offset + page.items.length
        const goesOn = await onPage(tracksOf(page.items).map(toSong), read)
        offset = isRefused(next) ? null : next
        if (!goesOn && offset !== null) return 'stopped'
      }
      return 'done'
    },

    search(token, query) {
      return readSearch(linkProtocols(), (offset) =>
        getSearch(
          token,
          '/search',
          { ...pageQuery(offset, SEARCH_PAGE_SIZE), q: query, type: 'track' },
          SearchPage,
        ),
      )
    },

    async track(token, id) {
      const track = await getTrack(token, `/tracks/${encodeURIComponent(id)}`, MARKET, WireTrack)
      if (isRefused(track)) return track
      return isPlayable(track) ? toSong(track) : refuseFor('gone')
    },

    async album(token, albumId) {
      const path = `/albums/${encodeURIComponent(albumId)}`
      const answer = await getTrack(token, path, MARKET, WireAlbum)
      if (isRefused(answer)) return answer
      const { id, name, images, tracks } = answer
      if (tracks.items.length === 0 && (tracks.total ?? 0) > 0) return refuseFor('unclear')
      const { entries, isComplete } = await readAlbum(tracks, (offset) =>
        getTrack(token, `${path}/tracks`, { ...pageQuery(offset, PAGE_SIZE), ...MARKET }, Page),
      )
      const playable = parseEach(WireTrack, entries).filter(isPlayable)
      const songs = playable.map((track) => toSong({ ...track, album: { images } }))
      return { id, name, songs, isComplete }
    },
  }
}

/**
 * Reads the pages of a search. If the second page cannot be read, the songs of the first page are returned (L12).
 * @param getPage returns the page that starts at an offset
 */
async function readSearch(
  protocols: ReturnType<typeof linkProtocolsOf>,
  getPage: (offset: number) => Promise<z.infer<typeof SearchPage> | Refusal>,
): Promise<SearchResult | Refusal> {
  const songs = new Map<string, FoundSong>()
  const resultOf = (isComplete: boolean) => ({ songs: [...songs.values()], isComplete })
  for (let offset = 0; offset < SEARCH_SIZE; offset += SEARCH_PAGE_SIZE) {
    const page = await getPage(offset)
    if (isRefused(page)) return songs.size > 0 ? resultOf(false) : page
    const { items, next, total } = page.tracks
    if (items.length === 0 && (total ?? 0) > offset)
      return offset === 0 ? refuseFor('unclear') : resultOf(false)
    for (const track of parseEach(WireTrack, items).filter(isPlayable))
      songs.set(track.id, foundSongOf(track, protocols))
    if (!next) break
  }
  return resultOf(true)
}

/**
 * Creates a function that sends a GET request to the Web API and parses the answer.
 * @param group the group of the calls; the provider has one rate limit for each group
 */
function createReader(provider: StreamingProvider, transport: Transport, group: ApiGroup) {
  return async <S extends z.ZodMiniType>(
    token: string,
    path: string,
    query: Record<string, string>,
    schema: S,
  ): Promise<z.output<S> | Refusal> => {
    const url = `${provider.apiBase()}${path}?${new URLSearchParams(query).toString()}`
    const headers = { authorization: `Bearer ${token}` }
    return parseAnswer(schema, await transport.api(group, url, { headers }))
  }
}

async function readPlaylists(
  ownerId: string,
  linkProtocols: readonly string[],
  getPage: (offset: number) => Promise<Page | Refusal>,
): Promise<PlaylistList | Refusal> {
  const found = new Map<string, ProviderPlaylist>()
  const totals = new Set<number | null>()
  let offset: number | null = 0
  while (offset !== null && offset < MAX_PLAYLISTS) {
    const page: Page | Refusal = await getPage(offset)
    if (isRefused(page)) return page
    const next: number | null | Refusal = nextOffset(page, offset)
    if (isRefused(next) && !claimsToBeLast(page)) return next
    for (const playlist of parseEach(WirePlaylist, page.items))
      found.set(playlist.id, playlistOf(playlist, ownerId, linkProtocols))
    totals.add(page.total ?? null)
    offset = isRefused(next) ? null : next
  }
  // If the total changes between two pages, a playlist may have moved to a page that was read before.
  const [total = null, ...otherTotals] = totals
  const isComplete = offset === null && total !== null && otherTotals.length === 0 && found.size >= total
  return { playlists: [...found.values()], isComplete }
}

/** Reads the entries of an album after its first page. If a page cannot be read, the entries before it are returned. */
async function readAlbum(first: Page, getPage: (offset: number) => Promise<Page | Refusal>) {
  const entries = first.items.slice(0, MAX_ALBUM_SONGS)
  let { next } = first
  while (next && entries.length < MAX_ALBUM_SONGS) {
    const page = await getPage(entries.length)
    if (isRefused(page) || page.items.length === 0) return { entries, isComplete: false }
    entries.push(...page.items.slice(0, MAX_ALBUM_SONGS - entries.length))
    next = page.next
  }
  return { entries, isComplete: entries.length >= Math.min(first.total ?? 0, MAX_ALBUM_SONGS) }
}

const pageQuery = (offset: number, limit: number) => ({ offset: String(offset), limit: String(limit) })

function playlistOf(
  playlist: WirePlaylist,
  ownerId: string,
  linkProtocols: readonly string[],
): ProviderPlaylist {
  const isOwn = playlist.owner.id === ownerId
  return {
    id: playlist.id,
    title: playlist.name,
    owner: playlist.owner.display_name ?? playlist.owner.id,
    cover: coverOf(playlist.images),
    url: linkOf(playlist.external_urls?.spotify, linkProtocols),
    snapshotId: playlist.snapshot_id,
    total: playlist.items?.total ?? playlist.tracks?.total ?? 0,
    isOwn,
    isReadable: isOwn || playlist.collaborative === true,
  }
}
