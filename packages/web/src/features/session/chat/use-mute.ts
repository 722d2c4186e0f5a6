import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import type { Chat } from './chat-controller.ts'
import type { ChatState } from './chat-state.ts'

/** Returns the function that mutes or unmutes a person and shows a message about the result (C8). */
export function useMute(chat: Chat): (user: PublicUser, muted: boolean) => Promise<void> {
  const { t } = useTranslation()
  return async (user, muted) => {
    const failed = await chat.mute(user, muted)
    const name = nameInText(t, user)
    if (failed) showToast({ text: errorText(t, failed), tone: 'bad' })
    else
      showToast({
        text: t(muted ? 'session.chat.isMuted' : 'session.chat.isUnmuted', { name }),
        tone: 'good',
      })
  }
}

/**
 * Creates a selector that returns whether a person is muted. The result is null if this person is not a moderator of
 * the chat (C8).
 */
export const isMutedIn =
  (userId: string) =>
  ({ mutedPeople }: ChatState): boolean | null =>
    mutedPeople && mutedPeople.some(({ id }) => id === userId)
