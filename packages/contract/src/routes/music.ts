import * as z from 'zod/mini'
import {
  Account,
  AccountTokens,
  BearerToken,
  Playlist,
  PlaylistChoice,
  Provider,
  Service,
} from '../entities/account.ts'
import { Album, FoundSong, MAX_QUERY_LENGTH } from '../entities/song.ts'
import { ProviderId, Ssid } from '../primitives.ts'
import type { Route } from '../route.ts'
import { accountCall, privateCall, publicCall } from './access.ts'

const ById = z.object({ id: z.uuid() })

/** Routes for the streaming service: linked accounts, playlists and songs. */
export const musicRoutes = {
  provider: {
    ...publicCall('GET', '/api/provider'),
    summary: 'Where the streaming service is, what it allows, and what this server offers',
    answer: z.extend(Provider, {
      registration: z.enum(['open', 'ticket']),
      /** Whether a forgotten password can be reset by e-mail (A15). */
      resetMail: z.boolean(),
      /** Whether people may join as guests (G5). */
      guests: z.boolean(),
      /** Whether the server can link an account without the consent page (L15). */
      directLink: z.boolean(),
      /** The origin of the links that this client shares. It can differ from the origin of the page (J8). */
      linkOrigin: z.string(),
    }),
  },
  songs: {
    ...privateCall('GET', '/api/song'),
    summary: 'Search songs',
    query: z.object({
      query: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(MAX_QUERY_LENGTH)),
      ssid: z.optional(Ssid),
    }),
    answer: z.object({ data: z.array(FoundSong) }),
  },
  album: {
    ...privateCall('GET', '/api/album/:id'),
    summary: 'An album with its songs in their order',
    params: z.object({ id: ProviderId }),
    query: z.object({ ssid: Ssid }),
    answer: z.extend(Album, { songs: z.array(FoundSong) }),
  },
  accounts: {
    ...privateCall('GET', '/api/accounts/'),
    summary: 'Linked streaming accounts, their access tokens fresh',
    answer: z.array(Account),
  },
  putAccount: {
    ...privateCall('PUT', '/api/accounts/'),
    summary: 'Link an account by its tokens',
    body: AccountTokens,
    answer: z.array(Account),
  },
  connectAccount: {
    ...privateCall('POST', '/api/accounts/connect'),
    summary: 'Begin to link: the address of the consent page',
    body: z.object({ service: Service }),
    answer: z.object({ url: z.string() }),
  },
  connectDirectly: {
    ...privateCall('POST', '/api/accounts/direct'),
    summary: 'Link an account of the built-in provider under the own name, without its consent page',
    answer: z.array(Account),
  },
  renewAccount: {
    ...privateCall('POST', '/api/accounts/renew'),
    summary: 'A new access token in the place of one that the provider refused',
    body: z.object({ refused: BearerToken }),
    answer: z.array(Account),
  },
  accountCallback: {
    ...privateCall('POST', '/api/accounts/callback'),
    summary: 'Finish linking with what the consent page returned',
    body: z.object({
      code: z.optional(z.string().check(z.maxLength(4096))),
      error: z.optional(z.string().check(z.maxLength(200))),
      state: z.string().check(z.minLength(1, 'required'), z.maxLength(200)),
    }),
    answer: z.array(Account),
  },
  deleteAccount: {
    ...privateCall('DELETE', '/api/accounts/:id'),
    summary: 'Disconnect: tokens, playlists and profile go at once',
    params: ById,
    answer: z.array(Account),
  },
  playlists: {
    ...privateCall('GET', '/api/playlists/'),
    summary: 'The playlists chosen for loading',
    answer: z.array(Playlist),
  },
  playlist: {
    ...privateCall('GET', '/api/playlist/'),
    summary: 'One loaded playlist with its songs',
    query: z.object({ playlistID: ProviderId, ssid: z.optional(Ssid) }),
    answer: z.extend(Playlist, { songs: z.array(FoundSong) }),
  },
  providerPlaylists: {
    ...accountCall('GET', '/api/spotify/playlists'),
    summary: "The provider's playlists with their load flags",
    answer: z.array(Playlist),
  },
  choosePlaylists: {
    ...accountCall('POST', '/api/spotify/playlists'),
    summary: 'Store which playlists to load; the import runs on',
    body: PlaylistChoice,
    answer: z.array(Playlist),
  },
  fetchPlaylists: {
    ...accountCall('PUT', '/api/spotify/playlists'),
    summary: "Fetch the provider's playlists again",
    answer: z.array(Playlist),
  },
} as const satisfies Record<string, Route>
