import type { VoteDirection } from '@jointly/contract'

/** What a view of the session says about the person's votes and their songs. */
type Seen = {
  readonly votes: Readonly<Record<string, VoteDirection>>
  readonly chosen: readonly string[]
  /** Null if the view has only a part of the list. */
  readonly listed: readonly string[] | null
}

export type SettledVotes = {
  /** Call this when the person votes for a song. */
  press(songId: string): void
  /** Call this with each new view. @param songIds the songs with a vote that is not confirmed */
  update(view: Seen, songIds: readonly string[]): void
  /**
   * Whether the failure of a vote does not matter: the vote arrived, or its song was chosen or left the list after the
   * press.
   */
  has(songId: string, wanted: VoteDirection): boolean
}

/** Compares the views of the session with the votes that the person sent. */
export function createSettledVotes(): SettledVotes {
  let seen: Seen | null = null
  /** The songs that were already chosen when the person voted for them again. */
  const chosenBefore = new Set<string>()
  /** The songs that were in the list at the press or after it. */
  const listedSincePress = new Set<string>()
  const isListed = (songId: string) => seen?.listed?.includes(songId)
  return {
    press(songId) {
      if (seen?.chosen.includes(songId)) chosenBefore.add(songId)
      else chosenBefore.delete(songId)
      if (isListed(songId)) listedSincePress.add(songId)
      else listedSincePress.delete(songId)
    },
    update(view, songIds) {
      seen = view
      for (const songId of songIds) if (isListed(songId)) listedSincePress.add(songId)
    },
    has(songId, wanted) {
      if (seen === null) return false
      const isStored = (seen.votes[songId] ?? 'none') === wanted
      const isChosen = seen.chosen.includes(songId) && !chosenBefore.has(songId)
      const hasLeftList = listedSincePress.has(songId) && isListed(songId) === false
      return isStored || isChosen || hasLeftList
    },
  }
}
