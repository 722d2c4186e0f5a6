import {
  isEligible,
  isOverdue,
  type ListedSong,
  type RankingContext,
  lastServedAt,
  waitingBound,
} from './ranking.ts'

/** The rule that puts a song before the next song of the list (V8). */
export type RankingRule =
  | 'overdue'
  | 'score'
  | 'turn'
  | 'first-vote'
  | 'last'
  | 'negative'
  | 'zero'
  | 'refused'

/**
 * The reason for the place of a listed song (V8).
 * - `place` counts from 1.
 * - `by`: the person with the oldest up-vote for the song; null without an up-vote.
 * - `overtaken`: how often a song that was listed later was chosen first; this can happen at most `bound` times (V4).
 */
export interface PlaceReason {
  readonly place: number
  readonly rule: RankingRule
  readonly by: string | null
  readonly overtaken: number
  readonly bound: number
}

/**
 * Finds the reason for the place of each song of a ranked list (V8).
 * @param ranked the list in the order of `rankSongs`
 * @param context the other data of the ranking: the number of active people and their last turns
 * @returns one reason per song, in the same order
 */
export function placeReasons(ranked: readonly ListedSong[], context: RankingContext): PlaceReason[] {
  const bound = waitingBound(context.activeCount)
  return ranked.map((song, index) => ({
    place: index + 1,
    rule: rankingRule(song, ranked[index + 1], context),
    by: song.behind,
    overtaken: song.overtaken,
    bound,
  }))
}

function rankingRule(song: ListedSong, behind: ListedSong | undefined, context: RankingContext): RankingRule {
  if (song.refused) return 'refused'
  if (song.score < 0) return 'negative'
  if (song.score === 0) return 'zero'
  if (isOverdue(song, context.activeCount)) return 'overdue'
  if (behind === undefined || !isEligible(behind)) return 'last'
  if (behind.score !== song.score) return 'score'
  if (lastServedAt(behind, context.ledger) !== lastServedAt(song, context.ledger)) return 'turn'
  return 'first-vote'
}
