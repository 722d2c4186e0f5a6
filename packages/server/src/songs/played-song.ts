import type { NextSong, NowPlaying, PublicUser, Song } from '@jointly/contract'
import type { TimedSong } from '@jointly/domain'
import type * as z from 'zod/mini'

/** A chosen song in time: who it was chosen for, and how (P1, P2). */
export type PlayedSong = TimedSong & { songId: string; byId: string | null; chosen: 'vote' | 'random' }

/** The songs and people that a presentation names. */
export type Known = { songs: ReadonlyMap<string, Song>; people: ReadonlyMap<string, PublicUser> }

/** What plays (P1, P7); a song that is known no more is as good as none. */
export function presentNowPlaying(played: PlayedSong | null, known: Known, now: number): NowPlaying {
  const song = played && known.songs.get(played.songId)
  if (!played || !song)
    return { mode: 'passive', song: null, startTime: null, nowTime: now, by: null, chosen: null }
  return {
    mode: 'active',
    song: { ...song, start: played.startTime },
    startTime: played.startTime,
    nowTime: now,
    by: (played.byId !== null && known.people.get(played.byId)) || null,
    chosen: played.chosen,
  }
}

/** The announced song (P5). */
export function presentNextSong(
  next: PlayedSong | null,
  songs: ReadonlyMap<string, Song>,
): z.infer<typeof NextSong> | null {
  const song = next && songs.get(next.songId)
  return next && song ? { song, startTime: next.startTime } : null
}
