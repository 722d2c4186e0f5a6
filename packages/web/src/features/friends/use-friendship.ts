import type { Friend } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { loadFriends } from '../../shared/store/load.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import { type Move, wishOf } from './friendship.ts'

/**
 * Changes how one stands to a person (N1) and fetches the friends anew. A refusal is told and changes nothing.
 *
 * @returns `press` does a move, or asks first where a friend would be lost; `remove` is the answer yes
 */
export function useFriendship({ id, username }: Friend) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [pressed, setPressed] = useState<Move | null>(null)
  const { state, run } = useAction<Friend>()

  const change = async (move: Move) => {
    setPressed(move)
    const answer = await run(async () => {
      const changed = await call('changeFriend', { body: { friend: id, wish: wishOf(move) } })
      // Also after a refusal: what was shown may have been old.
      await loadFriends()
      return changed
    })
    setAsking(false)
    if (answer?.ok) showToast({ text: t(`friends.done.${move}`, { name: username }), tone: 'good' })
    else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  return {
    asking,
    state,
    /** Of several buttons the pressed one shows how the call stands. */
    declining: pressed === 'decline',
    press: (move: Move) => (move === 'remove' ? setAsking(true) : void change(move)),
    remove: () => void change('remove'),
    keep: () => setAsking(false),
  }
}
