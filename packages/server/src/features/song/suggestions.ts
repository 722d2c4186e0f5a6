import type { FoundSong, Suggestions } from '@jointly/contract'
import { chooseSuggestions } from '@jointly/domain'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import { findMembership } from '../../session/access/membership.ts'
import type { SessionContext } from '../../session/context.ts'
import { recentPlays, STORED_PLAYS } from '../../session/playback/play-history.ts'
import { loadPlayback } from '../../session/playback/store.ts'
import { markFoundSongs } from '../../session/view/found-songs.ts'
import { listedSongs } from '../../session/votes/store.ts'
import type { Songs } from './service.ts'
import { loadedCount, loadedSongsFrom } from '../../songs/loaded-songs.ts'
import { isPlayable, songFacts, songsByIds } from '../../songs/songs.ts'

const SUGGESTIONS_PER_PERSON: RateLimit = { name: 'suggestions', attempts: 60, windowMs: 60_000 }

/**
 * The number of loaded songs that are chosen at random, in order to suggest some of them (Q5). 300 is enough, because
 * few of the chosen songs are already in the vote list or were played before.
 */
const LOADED_SONGS = 300

/** The order of the groups (Q4). */
const KINDS = ['recent', 'playlists', 'voted'] as const

/** If there are fewer suggestions than this, at most this many popular songs are added (Q4). */
const ENOUGH_SONGS = 8

export type SuggestionDeps = {
  sessions: SessionContext
  limiter: RateLimiter
  /** Searches songs with an account of a member, or without an account (D7). */
  search: Songs['search']
}

/** Suggests songs to a member of a session, before they type anything (Q4, Q5). */
export async function suggestSongs(
  { sessions, limiter, search }: SuggestionDeps,
  who: { ssid: string; userId: string },
): Promise<Suggestions | Refusal> {
  const { ssid, userId } = who
  const { db, now, random } = sessions
  const tooMany = await limit(limiter, [[SUGGESTIONS_PER_PERSON, userId]])
  if (tooMany) return tooMany
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership

  const { playing, next } = await loadPlayback(db, ssid)
  const isRunning = playing !== null && playing.startTime + playing.durationMs > now()
  const current = new Set([...(isRunning ? [playing.songId] : []), ...(next ? [next.songId] : [])])
  const plays = await recentPlays(db, ssid, STORED_PLAYS)
  const loaded = await drawLoadedSongs(sessions, userId)
  const facts = await songFacts(db, loaded)
  const listed = new Set((await listedSongs(db, ssid)).map(({ songId }) => songId))
  const isBarred = (songId: string): boolean => {
    const song = facts.get(songId)
    return !song || !isPlayable(song) || listed.has(songId) || current.has(songId)
  }
  const earlier = plays.filter(({ songId }) => !current.has(songId))
  const chosen = chooseSuggestions(earlier, loaded, isBarred, random)

  const known = await songsByIds(
    db,
    KINDS.flatMap((kind) => chosen[kind]),
  )
  const marked = await markFoundSongs(sessions, who, [...known.values()])
  if (isRefused(marked)) return marked
  const songs = new Map(marked.map((song) => [song.id, song]))
  const groups = KINDS.map((kind) => ({ kind, songs: chosen[kind].flatMap((id) => songs.get(id) ?? []) }))
  const shown = groups.filter((group) => group.songs.length > 0)
  const taken = new Set([...shown.flatMap((group) => group.songs.map(({ id }) => id)), ...current])
  if (taken.size >= ENOUGH_SONGS) return { groups: shown }
  const popular = (await popularSongs(search, who, now())).filter(
    ({ id, listed: isListed }) => !isListed && !taken.has(id) && !plays.some(({ songId }) => songId === id),
  )
  if (popular.length === 0) return { groups: shown }
  return { groups: [...shown, { kind: 'popular', songs: popular.slice(0, ENOUGH_SONGS) }] }
}

/**
 * Finds popular songs that the session does not refuse, with a search for songs of all years. One song of each artist
 * comes first, then the other songs. If the service does not answer, the list is empty, because missing suggestions are
 * no error.
 */
async function popularSongs(
  search: Songs['search'],
  { userId, ssid }: { userId: string; ssid: string },
  nowMs: number,
): Promise<FoundSong[]> {
  const found = await search(userId, `year:1950-${new Date(nowMs).getUTCFullYear()}`, ssid)
  if (isRefused(found)) return []
  const songs = found.data.filter(({ refused }) => !refused)
  const isFirst = (song: FoundSong, index: number) =>
    songs.findIndex(({ artists }) => artists[0]?.name === song.artists[0]?.name) === index
  return [...songs.filter(isFirst), ...songs.filter((song, index) => !isFirst(song, index))]
}

/**
 * Returns the ids of at most `LOADED_SONGS` loaded songs of a user, from a random index on. This is a random part of
 * the songs, because they are sorted by their ids, which are random.
 */
async function drawLoadedSongs({ db, random }: SessionContext, userId: string): Promise<string[]> {
  const count = await loadedCount(db, userId)
  const lastPlace = Math.max(0, count - LOADED_SONGS)
  return loadedSongsFrom(db, userId, Math.floor(random() * (lastPlace + 1)), LOADED_SONGS)
}
