import type { Song } from '@jointly/contract'

/** A song with its start time in the session. */
export type Track = {
  readonly song: Song
  /** Null when the song's first source is not the playable service. */
  readonly uri: string | null
  /** Server epoch milliseconds (P7). */
  readonly startTime: number
  readonly durationMs: number
}

/** What the session plays and what it announced (P5). */
export type Plan = {
  readonly playing: Track | null
  readonly next: Track | null
  /** While nothing plays: the song that the session would probably begin with. */
  readonly likelyUri: string | null
}

export const NOTHING_PLANNED: Plan = { playing: null, next: null, likelyUri: null }

/** A song with its start, as a track. */
export function trackOf(song: Song | null, startTime: number | null): Track | null {
  if (song === null || startTime === null) return null
  return { song, uri: uriOf(song), startTime, durationMs: song.duration }
}

/** The provider's URI of a song. Null when its first source is not the playable service. */
export function uriOf({ sources: [first] }: Song): string | null {
  return first?.service === 'spotify' ? first.src : null
}

/** Whether both are the same song with the same start. A song that plays twice in a row is two tracks. */
export function isSameTrack(one: Track | null, other: Track | null): boolean {
  return one?.song.id === other?.song.id && one?.startTime === other?.startTime
}

export function endOf(track: Track): number {
  return track.startTime + track.durationMs
}

/** A song with less than this left is not started any more. */
const SHORTEST_REST_MS = 3_000

/**
 * The track that is due (P5), if it can be played here.
 *
 * @param now server epoch milliseconds
 * @param leadMs how long before its start a track is due, because the device needs that long to sound
 * @param sentTrack what the device plays already
 */
export function dueTrack(plan: Plan, now: number, leadMs: number, sentTrack: Track | null): Track | null {
  const { playing, next } = plan
  const due = next !== null && now >= next.startTime - leadMs ? next : playing
  if (due === null || due.uri === null) return null
  const restMs = isSameTrack(due, sentTrack) ? 0 : SHORTEST_REST_MS
  return endOf(due) - now > restMs ? due : null
}

/** The next moment, in server epoch milliseconds, at which another track is due. Null when none is known. */
export function nextChange(plan: Plan, now: number, leadMs: number): number | null {
  const moments: number[] = []
  if (plan.playing !== null) moments.push(endOf(plan.playing))
  if (plan.next !== null) moments.push(plan.next.startTime - leadMs, endOf(plan.next))
  const future = moments.filter((moment) => moment > now)
  return future.length === 0 ? null : Math.min(...future)
}

/**
 * The track that has ended, or that another one replaced. Null while it goes on.
 *
 * @param before the track that was due until now
 * @param due the track that is due now
 */
export function finishedTrack({ playing }: Plan, before: Track | null, due: Track | null, now: number) {
  if (before !== null && !isSameTrack(before, due)) return before
  return playing !== null && now >= endOf(playing) ? playing : null
}
