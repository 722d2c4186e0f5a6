import type { NextSong, NowPlaying, PublicUser, Song } from '@jointly/contract'
import { positionMs, type TimedSong } from '@jointly/domain'
import type * as z from 'zod/mini'

/**
 * A song with its start time, the user for whom the song was chosen, and how it was chosen: by votes, at random, or
 * from the fallback playlist (P1, P2, H6). `byId` is null if the song was chosen for no user.
 */
export type PlayedSong = TimedSong & {
  songId: string
  byId: string | null
  chosen: 'vote' | 'random' | 'fallback'
  /** The user who paused the song (H8). Null or missing while it runs. */
  pausedBy?: string | null
}

/** The songs and users that a view shows, by id. */
export type SongsAndUsers = { songs: ReadonlyMap<string, Song>; people: ReadonlyMap<string, PublicUser> }

/**
 * Converts what plays to the form that clients get (P1, P7). If `loaded` does not have the song, the result is the
 * same as if no song played.
 */
export function presentNowPlaying(played: PlayedSong | null, loaded: SongsAndUsers, now: number): NowPlaying {
  const song = played && loaded.songs.get(played.songId)
  if (!played || !song)
    return { mode: 'passive', song: null, startTime: null, nowTime: now, by: null, chosen: null }
  return {
    mode: 'active',
    song: { ...song, start: played.startTime },
    startTime: played.startTime,
    nowTime: now,
    by: (played.byId !== null && loaded.people.get(played.byId)) || null,
    chosen: played.chosen,
    ...presentPause(played, loaded.people),
  }
}

/**
 * Returns the fields for clients that describe a pause: the position in the song, and who paused it (H8). Returns no
 * fields while the song runs.
 */
export function presentPause(
  { startTime, durationMs, pausedAt = null, pausedBy = null }: PlayedSong,
  people: SongsAndUsers['people'],
): Pick<NowPlaying, 'pausedAt' | 'pausedBy'> {
  if (pausedAt === null) return {}
  const user = pausedBy === null ? undefined : people.get(pausedBy)
  return { pausedAt: positionMs({ startTime, durationMs }, pausedAt), ...(user && { pausedBy: user }) }
}

/**
 * Converts the announced song to the form that clients get (P5). Null if no song is announced, or if `songs` does not
 * have it.
 */
export function presentNextSong(
  next: PlayedSong | null,
  songs: ReadonlyMap<string, Song>,
): z.infer<typeof NextSong> | null {
  const song = next && songs.get(next.songId)
  return next && song ? { song, startTime: next.startTime } : null
}
