import type { Answer, Song, VoteAnswer, VoteDirection } from '@jointly/contract'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import { closeToast, showToast } from '../../../shared/ui/toasts/toast.ts'
import { voteErrorText } from '../rule-text.ts'
import type { VoteSender } from './vote-sender.ts'

export type VoteActions = {
  /**
   * Sends a vote of this person. The vote is shown at once. If the server refuses it, the row shows the previous vote
   * and the reason. Resolves to null if the screen is closed, or if this is the second press of a double tap (V9).
   * @param isFromList whether the person pressed in the vote list
   */
  cast(songId: string, direction: VoteDirection, isFromList?: boolean): Promise<Answer<VoteAnswer> | null>
  /** Sends a vote like `cast`. If the song then leaves the list, a message offers to undo this (V1). */
  castInList(song: Pick<Song, 'id' | 'title'>, direction: VoteDirection): Promise<void>
}

/**
 * Creates the functions that cast a vote. A song without votes leaves the list, so a person who takes back the only vote
 * in the list gets a message with a button that undoes it (V1). In the search the row stays, with its add button.
 * @param open the sender of the open session; null if the session is closed
 * @param isDoubleTap the check for double taps (V9)
 * @returns the same object while the session is open
 */
export function useVoteActions(
  open: RefObject<{ voteSender: Pick<VoteSender, 'cast'> } | null>,
  isDoubleTap: (songId: string, isOn: boolean) => boolean,
): VoteActions {
  const { t } = useTranslation()
  /** The ids of the messages by song id. */
  const [offers] = useState(() => new Map<string, number>())
  useEffect(() => () => offers.forEach(closeToast), [offers])
  const cast = useCallback<VoteActions['cast']>(
    async (songId, direction, isFromList) => {
      if (isDoubleTap(songId, direction !== 'none')) return null
      closeToast(offers.get(songId) ?? 0)
      return (await open.current?.voteSender.cast(songId, direction, isFromList)) ?? null
    },
    [open, isDoubleTap, offers],
  )
  const castInList = useCallback<VoteActions['castInList']>(
    async ({ id, title }, direction) => {
      const before = useStore.getState().session?.you.votes[id] ?? 'up'
      const answer = await cast(id, direction, true)
      if (!answer?.ok || !hasNoVotes(answer.value)) return
      const action = { label: t('session.votes.undo'), run: () => void undo(), isUndo: true } as const
      offers.set(id, showToast({ text: t('session.votes.takenBack', { title }), action }))

      // The song has no row any more that could show a refusal, so a message shows it.
      async function undo(): Promise<void> {
        const undone = await open.current?.voteSender.cast(id, before)
        if (undone && !undone.ok) showToast({ text: voteErrorText(t, undone), tone: 'bad' })
      }
    },
    [cast, open, offers, t],
  )
  return useMemo(() => ({ cast, castInList }), [cast, castInList])
}

const hasNoVotes = ({ vote, upvotes, downvotes }: VoteAnswer): boolean =>
  vote === 'none' && upvotes === 0 && downvotes === 0
