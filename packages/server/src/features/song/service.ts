import type { Album, FoundSong, Song } from '@jointly/contract'
import type { ProviderFailure } from '@jointly/domain'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { saveSongs, songById } from '../../songs/songs.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { findMembership } from '../../session/access/membership.ts'
import type { SessionContext } from '../../session/context.ts'
import { markFoundSongs } from '../../session/view/found-songs.ts'
import type { AppToken } from '../../provider/app-token.ts'
import type { AlbumWithSongs, SearchResult, ProviderApi } from '../../provider/api.ts'
import { isOfTheAccount } from '../../provider/failures.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { createSearchCache } from './search-cache.ts'

/** Limits searches and lookups per user, because all users share the provider's quota. */
const SEARCHES_PER_PERSON: RateLimit = { name: 'search', attempts: 60, windowMs: 60_000 }
const LOOKUPS_PER_PERSON: RateLimit = { name: 'song', attempts: 60, windowMs: 60_000 }

export type SongDeps = {
  sessions: SessionContext
  api: ProviderApi
  limiter: RateLimiter
  accounts: LinkedAccounts
  appToken: AppToken
}

/** An album with its songs, each with its state in a session (D7). */
export type AlbumPage = Album & { songs: FoundSong[] }

/** Searches songs and finds songs by id. */
export type Songs = {
  search(userId: string, query: string, ssid: string | undefined): Promise<{ data: FoundSong[] } | Refusal>
  /** Loads an album for a member of a session (Q7). */
  album(userId: string, albumId: string, ssid: string): Promise<AlbumPage | Refusal>
  /** Returns a stored song. An unknown song is loaded from the provider (D1). */
  resolve(songId: string, userId: string, ssid?: string): Promise<Song | Refusal>
}

export function createSongs(deps: SongDeps): Songs {
  const { db, now } = deps.sessions
  // A search without a result is not cached, because the operator may add the songs to the music folder now.
  const searches = createSearchCache<SearchResult>(
    now,
    ({ isComplete, songs }) => isComplete && songs.length > 0,
  )
  const albums = createSearchCache<AlbumWithSongs>(now, ({ isComplete }) => isComplete)

  /**
   * Calls the provider with an account of the user. If no account works, it tries the accounts of other listeners, and
   * then the app's own token (D7, L5).
   */
  async function ask<T>(
    userId: string,
    ssid: string | undefined,
    work: (token: string) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const others = ssid ? await otherListeners(deps.sessions, ssid, userId) : []
    let refused: Refusal | null = null
    for (const person of [userId, ...others])
      for (const account of await deps.accounts.ofUser(person)) {
        const answer = await deps.accounts.call(account.id, work)
        if (!isRefused(answer) || !isOfTheAccount(answer)) return answer
        if (person === userId) refused ??= answer
      }
    const token = await deps.appToken.get()
    if (isRefused(token)) return refused ?? token
    const answer = await work(token)
    if (!isRefused(answer) || answer.details.failure !== 'token') return answer
    const renewed = await deps.appToken.renew(token)
    return isRefused(renewed) ? renewed : work(renewed)
  }

  return {
    async search(userId, query, ssid) {
      const tooMany = await limit(deps.limiter, [[SEARCHES_PER_PERSON, userId]])
      if (tooMany) return tooMany
      const answer = await searches.get(query.toLowerCase().replace(/\s+/g, ' '), async () => {
        const found = await ask(userId, ssid, (token) => deps.api.search(token, query))
        if (!isRefused(found)) await saveSongs(db, found.songs, now())
        return found
      })
      if (isRefused(answer)) return answer
      const found = await markFoundSongs(deps.sessions, { ssid, userId }, answer.songs)
      return isRefused(found) ? found : { data: found }
    },

    async album(userId, albumId, ssid) {
      const tooMany = await limit(deps.limiter, [[LOOKUPS_PER_PERSON, userId]])
      if (tooMany) return tooMany
      // Only members may use the account of another listener.
      const membership = await findMembership(db, ssid, userId, now())
      if (isRefused(membership)) return membership
      const album = await albums.get(albumId, async () => {
        const found = await ask(userId, ssid, (token) => deps.api.album(token, albumId))
        if (!isRefused(found)) await saveSongs(db, found.songs, now())
        return found
      })
      if (isRefused(album)) return album
      const songs = await markFoundSongs(deps.sessions, { ssid, userId }, album.songs)
      return isRefused(songs) ? songs : { id: album.id, name: album.name, songs }
    },

    async resolve(songId, userId, ssid) {
      const known = await songById(db, songId)
      if (known) return known
      const tooMany = await limit(deps.limiter, [[LOOKUPS_PER_PERSON, userId]])
      if (tooMany) return tooMany
      const song = await ask(userId, ssid, (token) => deps.api.track(token, songId))
      if (isRefused(song))
        return isUnknown(song) ? refuse('not-found', { message: 'This song is not known.' }) : song
      await saveSongs(db, [song], now())
      return song
    },
  }
}

/** The failures of a lookup which mean that the provider does not have the song, or does not give it. */
const UNKNOWN_SONG: ReadonlySet<ProviderFailure | undefined> = new Set(['gone', 'bad-request', 'forbidden'])

/** Returns whether the song is unknown. A song also counts as unknown if no account can be used to find it. */
function isUnknown({ code, details: { failure } }: Refusal): boolean {
  return code === 'not-linked' || UNKNOWN_SONG.has(failure)
}

/**
 * Lists the other active users of a session, whose accounts a search may use. Empty if the session does not let
 * the user in (L5).
 */
async function otherListeners(
  { db, now, presence }: Pick<SessionContext, 'db' | 'now' | 'presence'>,
  ssid: string,
  userId: string,
): Promise<string[]> {
  if (isRefused(await findMembership(db, ssid, userId, now()))) return []
  return presence.active(ssid).filter((id) => id !== userId)
}
