import type { Song } from '@jointly/contract'

/** A song in the session's time. `uri` is null when the song's first source is not the playable service. */
export type Track = {
  readonly song: Song
  readonly uri: string | null
  /** Server epoch milliseconds (P7). */
  readonly startTime: number
  readonly durationMs: number
}

/** What the session plays and what it has announced (P5); where it plays nothing, what it would likely begin with. */
export type Plan = {
  readonly playing: Track | null
  readonly next: Track | null
  readonly likelyUri: string | null
}

export const NOTHING_PLANNED: Plan = { playing: null, next: null, likelyUri: null }

/** A song with its start as a track; only songs whose first source is spotify are played. */
export function trackOf(song: Song | null, startTime: number | null): Track | null {
  if (song === null || startTime === null) return null
  return { song, uri: uriOf(song), startTime, durationMs: song.duration }
}

/** The provider's address of a song; null when its first source is not the playable service. */
export function uriOf({ sources: [first] }: Song): string | null {
  return first?.service === 'spotify' ? first.src : null
}

/** One playing of one song: the same song twice in a row is two. */
export function isSameTrack(one: Track | null, other: Track | null): boolean {
  return one?.song.id === other?.song.id && one?.startTime === other?.startTime
}

export function endOf(track: Track): number {
  return track.startTime + track.durationMs
}

/** With less of a song left than this, its start would come too late to be worth it. */
const TOO_LITTLE_MS = 3_000

/**
 * The track that is due (P5), if it can be played here.
 *
 * @param now server epoch milliseconds
 * @param leadMs how much earlier than its start a track is due, since this device takes that long to sound
 * @param told what the device plays already
 */
export function dueTrack(plan: Plan, now: number, leadMs: number, told: Track | null): Track | null {
  const { playing, next } = plan
  const due = next !== null && now >= next.startTime - leadMs ? next : playing
  if (due === null || due.uri === null) return null
  const enoughMs = isSameTrack(due, told) ? 0 : TOO_LITTLE_MS
  return endOf(due) - now > enoughMs ? due : null
}

/** The next moment, in server epoch milliseconds, at which another track is due; null when none is known. */
export function nextChange(plan: Plan, now: number, leadMs: number): number | null {
  const moments: number[] = []
  if (plan.playing !== null) moments.push(endOf(plan.playing))
  if (plan.next !== null) moments.push(plan.next.startTime - leadMs, endOf(plan.next))
  const coming = moments.filter((moment) => moment > now)
  return coming.length === 0 ? null : Math.min(...coming)
}
