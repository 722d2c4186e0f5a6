import { isEligible, isOverdue, type ListedSong, type Standing, servedAt, waitingBound } from './ranking.ts'

/** What decided a song's place against the one behind it (V8). */
export type PlacedBy = 'overdue' | 'score' | 'turn' | 'first-vote' | 'last' | 'negative' | 'zero' | 'refused'

/** Why a listed song stands where it stands (V8), as plain data. `place` counts from 1. */
export interface Placing {
  readonly place: number
  readonly rule: PlacedBy
  readonly by: string | null
  readonly overtaken: number
  readonly bound: number
}

/**
 * Says of every song of a ranked list why it stands there (V8).
 *
 * @param ranked the list in its order, as `rankSongs` gives it
 * @param standing what it was ranked with
 * @returns one placing a song, in the same order
 */
export function explainPlaces(ranked: readonly ListedSong[], standing: Standing): Placing[] {
  const bound = waitingBound(standing.activeCount)
  return ranked.map((song, index) => ({
    place: index + 1,
    rule: placedBy(song, ranked[index + 1], standing),
    by: song.behind,
    overtaken: song.overtaken,
    bound,
  }))
}

function placedBy(song: ListedSong, behind: ListedSong | undefined, standing: Standing): PlacedBy {
  if (song.refused) return 'refused'
  if (song.score < 0) return 'negative'
  if (song.score === 0) return 'zero'
  if (isOverdue(song, standing.activeCount)) return 'overdue'
  if (behind === undefined || !isEligible(behind)) return 'last'
  if (behind.score !== song.score) return 'score'
  if (servedAt(behind, standing.ledger) !== servedAt(song, standing.ledger)) return 'turn'
  return 'first-vote'
}
