import type { Song } from '@jointly/contract'
import type * as z from 'zod/mini'
import { isRefused, type Refused } from '../refusal.ts'
import { apiRefusal } from './failures.ts'
import type { ProviderPerson, StreamingProvider } from './provider.ts'
import { coverOf, isPlayable, songOf, trackOf } from './songs.ts'
import { parseAnswer, type Transport } from './transport.ts'
import { ItemPage, Me, PlaylistPage, SearchPage, type WirePlaylist, WireTrack } from './wire.ts'

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

/** The calls of the Web API that the server makes, each with the token of whom it is made for. */
export type ProviderApi = {
  me(token: string): Promise<ProviderPerson | Refused>
  /** @param ownerId the person's id, by which own playlists are told from followed ones */
  playlists(token: string, ownerId: string): Promise<ProviderPlaylist[] | Refused>
  /** @param onPage told how many songs have come so far, and how many entries there are */
  playlistSongs(
    token: string,
    playlistId: string,
    onPage: (songs: readonly Song[], total: number) => Promise<void>,
  ): Promise<Song[] | Refused>
  /** The first songs that fit, about twenty. */
  search(token: string, query: string): Promise<Song[] | Refused>
  track(token: string, id: string): Promise<Song | Refused>
}

export function createProviderApi(provider: StreamingProvider, transport: Transport): ProviderApi {
  const toSong = (track: WireTrack) => songOf(track, provider.description.attribution)

  async function get<S extends z.ZodMiniType>(
    token: string,
    path: string,
    query: Record<string, string>,
    schema: S,
  ): Promise<z.output<S> | Refused> {
    const url = `${provider.apiBase()}${path}?${new URLSearchParams(query).toString()}`
    const headers = { authorization: `Bearer ${token}` }
    return parseAnswer(schema, await transport.send(url, { headers }, apiRefusal))
  }

  return {
    async me(token) {
      const me = await get(token, '/me', {}, Me)
      if (isRefused(me)) return me
      return { accountId: me.account_id ?? me.id, id: me.id, name: me.display_name ?? me.id }
    },

    async playlists(token, ownerId) {
      const found: ProviderPlaylist[] = []
      for (let offset = 0; offset < MAX_PLAYLISTS; offset += PAGE_SIZE) {
        const page = await get(token, '/me/playlists', pageAt(offset, PAGE_SIZE), PlaylistPage)
        if (isRefused(page)) return page
        for (const playlist of page.items) if (playlist) found.push(playlistOf(playlist, ownerId))
        if (!page.next) break
      }
      return found
    },

    async playlistSongs(token, playlistId, onPage) {
      const songs: Song[] = []
      const path = `/playlists/${encodeURIComponent(playlistId)}/items`
      for (let offset = 0; offset < MAX_SONGS; offset += PAGE_SIZE) {
        const query = { ...pageAt(offset, PAGE_SIZE), additional_types: 'track', fields: ITEM_FIELDS }
        const page = await get(token, path, query, ItemPage)
        if (isRefused(page)) return page
        songs.push(...page.items.flatMap((entry) => trackOf(entry) ?? []).map(toSong))
        await onPage(songs, page.total ?? songs.length)
        if (!page.next) break
      }
      return songs
    },

    async search(token, query) {
      const songs: Song[] = []
      for (let offset = 0; offset < SEARCH_SIZE; offset += SEARCH_PAGE_SIZE) {
        const parameters = { ...pageAt(offset, SEARCH_PAGE_SIZE), q: query, type: 'track' }
        const page = await get(token, '/search', parameters, SearchPage)
        if (isRefused(page)) return page
        songs.push(
          ...page.tracks.items.flatMap((track) => (track && isPlayable(track) ? [toSong(track)] : [])),
        )
        if (!page.tracks.next) break
      }
      return songs
    },

    async track(token, id) {
      const track = await get(token, `/tracks/${encodeURIComponent(id)}`, {}, WireTrack)
      return isRefused(track) ? track : toSong(track)
    },
  }
}

const pageAt = (offset: number, limit: number) => ({ offset: String(offset), limit: String(limit) })

function playlistOf(playlist: z.infer<typeof WirePlaylist>, ownerId: string): ProviderPlaylist {
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
