import type { Answer, VoteAnswer, VoteDirection } from '@jointly/contract'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import { closeToast, showToast } from '../../../shared/ui/toasts/toast.ts'
import { voteErrorText } from '../rule-text.ts'
import type { SessionControls } from './session-controls.ts'

/** Sends a vote. Resolves to null if the session is closed. */
export type SendVote = (songId: string, direction: VoteDirection) => Promise<Answer<VoteAnswer> | null>

/**
 * Returns the function that casts a vote. A song without votes leaves the list, so a person who takes back the only
 * vote gets a message with a button that undoes it (V1).
 * @param send the same function in each render
 * @param isDoubleTap the check for double taps (V9)
 */
export function useCast(
  send: SendVote,
  isDoubleTap: (songId: string, isOn: boolean) => boolean,
): SessionControls['cast'] {
  const { t } = useTranslation()
  /** The ids of the messages by song id. */
  const [offers] = useState(() => new Map<string, number>())
  useEffect(() => () => offers.forEach(closeToast), [offers])
  return useCallback(
    async ({ id, title }, direction) => {
      if (isDoubleTap(id, direction !== 'none')) return null
      closeToast(offers.get(id) ?? 0)
      const before = useStore.getState().session?.you.votes[id] ?? 'up'
      const answer = await send(id, direction)
      if (answer?.ok && hasNoVotes(answer.value)) {
        const run = () => void undo(before)
        const action = { label: t('session.votes.undo'), run, isUndo: true } as const
        offers.set(id, showToast({ text: t('session.votes.takenBack', { title }), action }))
      }
      return answer

      // The song has no row any more that could show a refusal, so a message shows it.
      async function undo(vote: VoteDirection): Promise<void> {
        const undone = await send(id, vote)
        if (undone && !undone.ok) showToast({ text: voteErrorText(t, undone), tone: 'bad' })
      }
    },
    [send, isDoubleTap, offers, t],
  )
}

const hasNoVotes = ({ vote, upvotes, downvotes }: VoteAnswer): boolean =>
  vote === 'none' && upvotes === 0 && downvotes === 0
