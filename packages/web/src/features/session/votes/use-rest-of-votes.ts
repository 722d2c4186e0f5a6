import type { PublicUser, Vote } from '@jointly/contract'
import { useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import type { SessionView } from '../model/session-view.ts'
import { votersOf } from '../../../shared/ui/media/voters-of.ts'
import { useCloseSignal } from '../../../shared/ui/states/use-close-signal.ts'

/** A fetched song. `own` is this person's vote at the time of the fetch, which is part of the counts in `row`. */
type FetchedVote = {
  readonly row: Vote
  readonly voters: readonly PublicUser[]
  readonly own: 'up' | 'down' | undefined
}

type LoadState =
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'failed'; readonly refused: FailedAnswer }

/**
 * Returns the songs of a long vote list after the first part, which the session's view already contains. The songs
 * are fetched only on request. They are not updated, because a long list changes very often.
 */
export function useRestOfVotes({ shared, you }: SessionView) {
  const [fetched, setFetched] = useState<readonly FetchedVote[]>([])
  const [loadState, setAsking] = useState<LoadState>({ state: 'idle' })
  const closeSignal = useCloseSignal()

  /** Fetches the songs that follow `before` in the list. The new list is `before` with the fetched songs at its end. */
  async function fetchAfter(before: readonly FetchedVote[]): Promise<void> {
    if (loadState.state === 'loading') return
    setAsking({ state: 'loading' })
    const signal = closeSignal()
    const query = { from: String(shared.votes.length + before.length) }
    const answer = await call('votes', { params: { ssid: shared.session.uuid }, query, signal })
    if (signal.aborted) return
    if (!answer.ok) return setAsking({ state: 'failed', refused: answer })
    const part = answer.value.votes.map((row) => ({
      row,
      voters: votersOf(row, answer.value.voters),
      own: you.votes[row.song.id],
    }))
    // A song that moved down between two requests can be in both fetched parts. Then its row of the newer part is
    // used.
    const fetchedIds = new Set(part.map(({ row }) => row.song.id))
    setFetched([...before.filter(({ row }) => !fetchedIds.has(row.song.id)), ...part])
    setAsking({ state: 'idle' })
  }

  const idsInAnswer = new Set(shared.votes.map(({ song }) => song.id))
  return {
    rest: fetched.filter(({ row }) => !idsInAnswer.has(row.song.id)),
    loadState,
    more: () => fetchAfter(fetched),
    /** Removes the fetched songs and fetches the first part of them again. */
    renew: () => fetchAfter([]),
  }
}
