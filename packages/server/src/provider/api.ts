import type { Song } from '@jointly/contract'
import type * as z from 'zod/mini'
import { isRefused, type Refused } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import { endsShort, nextOffset } from './pages.ts'
import type { ProviderPerson, StreamingProvider } from './provider.ts'
import { coverOf, isPlayable, songOf, tracksOf } from './songs.ts'
import { type ApiGroup, parseAnswer, type Transport } from './transport.ts'
import { Me, Page, readEach, SearchPage, WirePlaylist, WireTrack } from './wire.ts'

/** The most that one answer may hold: of lists, and of what a search finds. */
const PAGE_SIZE = 50
const SEARCH_PAGE_SIZE = 10
/** What a search finds: two pages. */
const SEARCH_SIZE = 20
const MAX_PLAYLISTS = 2_000
const MAX_SONGS = 10_000

const ITEM_FIELDS =
  'items(is_local,item(id,uri,type,name,duration_ms,explicit,is_local,is_playable,external_urls,artists(id,name),album(images))),next,total'

export type ProviderPlaylist = {
  id: string
  title: string
  owner: string
  cover: string | null
  snapshotId: string
  total: number
  /** False: the provider lists it, but gives its contents to its owner only. */
  isReadable: boolean
}

/** A person's playlists. `isComplete`: what is not among them is gone; otherwise it may be an entry that was not read (L10, L11). */
export type ProviderList = { playlists: ProviderPlaylist[]; isComplete: boolean }

/** What a search found. `isComplete`: false where a later page failed (L12). */
export type Found = { songs: Song[]; isComplete: boolean }

export type SongReading = {
  /** The entry to begin with, counted from 0. */
  from: number
  /** Whether a list that ends before its total is taken as it is (L10). */
  takesShort: boolean
  /** Gets the songs of each page, and the entry after it. @returns whether to read on */
  onPage(songs: readonly Song[], next: number): Promise<boolean>
}

/** The calls of the Web API that the server makes, each with the token of whom it is made for. */
export type ProviderApi = {
  me(token: string): Promise<ProviderPerson | Refused>
  /** @param ownerId the person's id, by which own playlists are told from followed ones */
  playlists(token: string, ownerId: string): Promise<ProviderList | Refused>
  /** Reads the songs of a playlist page by page. @returns `done`, or `stopped` where `onPage` did not want more */
  playlistSongs(
    token: string,
    playlistId: string,
    reading: SongReading,
  ): Promise<'done' | 'stopped' | Refused>
  /** The first songs that fit, about twenty. */
  search(token: string, query: string): Promise<Found | Refused>
  track(token: string, id: string): Promise<Song | Refused>
}

export function createProviderApi(provider: StreamingProvider, transport: Transport): ProviderApi {
  // A provider on this machine may be reached by http, and links to itself alike.
  const linkProtocols = () =>
    provider.description.attribution ? ['https:', new URL(provider.apiBase()).protocol] : []
  const toSong = (track: WireTrack) => songOf(track, linkProtocols())

  /** @param group of the calls that are limited together */
  const reader =
    (group: ApiGroup) =>
    async <S extends z.ZodMiniType>(
      token: string,
      path: string,
      query: Record<string, string>,
      schema: S,
    ): Promise<z.output<S> | Refused> => {
      const url = `${provider.apiBase()}${path}?${new URLSearchParams(query).toString()}`
      const headers = { authorization: `Bearer ${token}` }
      return parseAnswer(schema, await transport.api(group, url, { headers }))
    }
  const getProfile = reader('profile')
  const getPlaylists = reader('playlists')
  const getSearch = reader('search')
  const getTrack = reader('tracks')

  return {
    async me(token) {
      const me = await getProfile(token, '/me', {}, Me)
      if (isRefused(me)) return me
      return { accountId: me.account_id || null, id: me.id, name: me.display_name ?? me.id }
    },

    async playlists(token, ownerId) {
      const found = new Map<string, ProviderPlaylist>()
      let expected = 0
      let offset: number | null = 0
      while (offset !== null && offset < MAX_PLAYLISTS) {
        const page: Page | Refused = await getPlaylists(
          token,
          '/me/playlists',
          pageAt(offset, PAGE_SIZE),
          Page,
        )
        if (isRefused(page)) return page
        const next: number | null | Refused = nextOffset(page, offset)
        if (isRefused(next) && !endsShort(page)) return next
        for (const playlist of readEach(WirePlaylist, page.items))
          found.set(playlist.id, playlistOf(playlist, ownerId))
        expected = page.total ?? offset + page.items.length
        offset = isRefused(next) ? null : next
      }
      const isComplete = offset === null && found.size >= expected
      return { playlists: [...found.values()], isComplete }
    },

    async playlistSongs(token, playlistId, { from, takesShort, onPage }) {
      const path = `/playlists/${encodeURIComponent(playlistId)}/items`
      let offset: number | null = from
      while (offset !== null && offset < MAX_SONGS) {
        const query = { ...pageAt(offset, PAGE_SIZE), additional_types: 'track', fields: ITEM_FIELDS }
        const page: Page | Refused = await getPlaylists(token, path, query, Page)
        if (isRefused(page)) return page
        const next: number | null | Refused = nextOffset(page, offset)
        if (isRefused(next) && !(takesShort && endsShort(page))) return next
        const read: number = offset + page.items.length
        const goesOn = await onPage(tracksOf(page.items).map(toSong), read)
        offset = isRefused(next) ? null : next
        if (!goesOn && offset !== null) return 'stopped'
      }
      return 'done'
    },

    async search(token, query) {
      const songs = new Map<string, Song>()
      for (let offset = 0; offset < SEARCH_SIZE; offset += SEARCH_PAGE_SIZE) {
        const parameters = { ...pageAt(offset, SEARCH_PAGE_SIZE), q: query, type: 'track' }
        const page = await getSearch(token, '/search', parameters, SearchPage)
        // What a later page lacks takes nothing from those before.
        if (isRefused(page)) return songs.size > 0 ? { songs: [...songs.values()], isComplete: false } : page
        const { items, next, total } = page.tracks
        if (items.length === 0 && offset === 0 && (total ?? 0) > 0) return refuseFor('unclear')
        for (const track of readEach(WireTrack, items).filter(isPlayable)) songs.set(track.id, toSong(track))
        if (!next) break
      }
      return { songs: [...songs.values()], isComplete: true }
    },

    async track(token, id) {
      const track = await getTrack(token, `/tracks/${encodeURIComponent(id)}`, {}, WireTrack)
      return isRefused(track) ? track : toSong(track)
    },
  }
}

const pageAt = (offset: number, limit: number) => ({ offset: String(offset), limit: String(limit) })

function playlistOf(playlist: WirePlaylist, ownerId: string): ProviderPlaylist {
  return {
    id: playlist.id,
    title: playlist.name,
    owner: playlist.owner.display_name ?? playlist.owner.id,
    cover: coverOf(playlist.images),
    snapshotId: playlist.snapshot_id,
    total: playlist.items?.total ?? playlist.tracks?.total ?? 0,
    isReadable: playlist.owner.id === ownerId || playlist.collaborative === true,
  }
}
