import type { Song } from '@jointly/contract'

/** A song with its start time in the session. */
export type Track = {
  readonly song: Song
  /** The provider's URI of the song. Null if the song's first source belongs to a service that cannot be played. */
  readonly uri: string | null
  /** The start in server epoch milliseconds (P7). */
  readonly startTime: number
  readonly durationMs: number
}

/** The current song of the session, and the announced song (P5). */
export type Plan = {
  readonly playing: Track | null
  readonly next: Track | null
  /**
   * The URI of the song with which the session will probably start. Null while a song plays, or if the song is
   * unknown.
   */
  readonly likelyUri: string | null
}

export const NOTHING_PLANNED: Plan = { playing: null, next: null, likelyUri: null }

/**
 * Creates a track from a song and its start time. Returns null if one of them is null.
 * @param startTime server epoch milliseconds
 */
export function trackOf(song: Song | null, startTime: number | null): Track | null {
  if (song === null || startTime === null) return null
  return { song, uri: uriOf(song), startTime, durationMs: song.duration }
}

/**
 * Returns the provider's URI of a song. Null if the song's first source belongs to a service that cannot be played.
 */
export function uriOf({ sources: [first] }: Song): string | null {
  return first?.service === 'spotify' ? first.src : null
}

/**
 * Returns whether both tracks have the same song and the same start time, or are both null. If a song plays twice in
 * a row, it is two tracks.
 */
export function isSameTrack(one: Track | null, other: Track | null): boolean {
  return one?.song.id === other?.song.id && one?.startTime === other?.startTime
}

export function endOf(track: Track): number {
  return track.startTime + track.durationMs
}

/** A song is not started if fewer than this many milliseconds of it are left. */
const SHORTEST_REST_MS = 3_000

/**
 * Returns the track that must play now (P5). Null if there is none, if it has no URI, or if its rest is shorter than
 * `SHORTEST_REST_MS`.
 * @param now server epoch milliseconds
 * @param leadMs how long before its start a track is sent to the device
 * @param sentTrack the track that the device already plays; it is returned until its end
 */
export function dueTrack(plan: Plan, now: number, leadMs: number, sentTrack: Track | null): Track | null {
  const { playing, next } = plan
  // The lead gets shorter when the correction does (Y2). An announced track that was sent already stays due.
  const isNextDue = next !== null && (isSameTrack(next, sentTrack) || now >= next.startTime - leadMs)
  const due = isNextDue ? next : playing
  if (due === null || due.uri === null) return null
  const restMs = isSameTrack(due, sentTrack) ? 0 : SHORTEST_REST_MS
  return endOf(due) - now > restMs ? due : null
}

/**
 * Returns when the result of `dueTrack` can change next, in server epoch milliseconds. Null if it cannot change with
 * this plan.
 */
export function nextChange(plan: Plan, now: number, leadMs: number): number | null {
  const moments: number[] = []
  if (plan.playing !== null) moments.push(endOf(plan.playing))
  if (plan.next !== null) moments.push(plan.next.startTime - leadMs, endOf(plan.next))
  const future = moments.filter((moment) => moment > now)
  return future.length === 0 ? null : Math.min(...future)
}

/**
 * Returns the track that is finished, or null. It is `before` if another track must play now. Otherwise it is the
 * current track of the plan if its end has passed.
 * @param before the track that had to play until now
 * @param due the track that must play now
 * @param now server epoch milliseconds
 */
export function finishedTrack({ playing }: Plan, before: Track | null, due: Track | null, now: number) {
  if (before !== null && !isSameTrack(before, due)) return before
  return playing !== null && now >= endOf(playing) ? playing : null
}
