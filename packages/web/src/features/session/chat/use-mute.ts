import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import type { Chat, ChatState } from './chat-controller.ts'

/** Returns the function that mutes a person or lets them write again, and says how it went (C8). */
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

/** Returns the function that says whether a person is muted. Null for readers who do not moderate the chat (C8). */
export const isMutedIn =
  (userId: string) =>
  ({ mutedPeople }: ChatState): boolean | null =>
    mutedPeople && mutedPeople.some(({ id }) => id === userId)
