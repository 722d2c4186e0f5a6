import type { Friend } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { loadFriends } from '../../shared/store/load-lists.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useReportedAction } from '../../shared/ui/buttons/use-reported-action.ts'
import { type FriendAction, isFriendWish } from './friendship.ts'

/**
 * Returns the state of a friendship and the functions that change it (N1). Each change fetches the friends again.
 * If the server refuses, a message is shown.
 * @returns `press` runs an action. To remove a friend, it only asks for confirmation; then `remove` removes the
 * friend, and `keep` cancels.
 */
export function useFriendship({ id, username }: Friend) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [pressed, setPressed] = useState<FriendAction | null>(null)
  const { state, run } = useReportedAction()

  const change = async (action: FriendAction) => {
    setPressed(action)
    await run(
      async () => {
        const changed = await call('changeFriend', { body: { friend: id, wish: isFriendWish(action) } })
        // The list is fetched even after a refusal, because an outdated list may be the cause.
        await loadFriends()
        return changed
      },
      ({ status }) => {
        // Two requests that cross make a friendship (N1).
        const done = action === 'add' && status === 'friends' ? 'accept' : action
        showToast({ text: t(`friends.done.${done}`, { name: username }), tone: 'good' })
      },
    )
  }
  return {
    asking,
    state,
    /** Whether the decline button was pressed last. Only the pressed button shows the state of the call. */
    declining: pressed === 'decline',
    press: (action: FriendAction) => (action === 'remove' ? setAsking(true) : void change(action)),
    remove: () => {
      // The dialog closes before the call. So the focus is in the row when the row disappears, and moves on from there.
      setAsking(false)
      void change('remove')
    },
    keep: () => setAsking(false),
  }
}
