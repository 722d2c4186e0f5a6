import type { PublicUser } from '@jointly/contract'
import { moderatesChat } from '@jointly/domain'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { errorText } from '../../../../shared/api/error-text.ts'
import { nameInText } from '../../../../shared/ui/media/PersonName.tsx'
import { showToast } from '../../../../shared/ui/toasts/toast.ts'
import type { SessionView } from '../../model/session-view.ts'
import type { Chat } from '../chat-controller.ts'
import { useOpenChat } from '../use-chat.ts'

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

/** Returns whether a person is muted. The result is null if the reader is not a moderator of the chat (C8). */
export function useIsMuted(userId: string): boolean | null {
  return useVanillaStore(
    useOpenChat().store,
    ({ mutedPeople }) => mutedPeople && mutedPeople.some(({ id }) => id === userId),
  )
}

/**
 * Fetches again who is muted, for a moderator of the chat, because another moderator may have muted a person. The
 * loaded chat lines stay, because the moderator may be reading older ones (C11).
 * @returns whether it is known who is muted; always true if the reader is not a moderator
 */
export function useMutedPeopleLoad({ shared, you }: SessionView): boolean {
  const chat = useOpenChat()
  const phase = useVanillaStore(chat.store, (state) => state.phase)
  const mutes = shared.setup.chat && moderatesChat(you.role)
  useEffect(() => {
    if (mutes) void chat.refreshMuted()
  }, [mutes, chat])
  return !mutes || phase !== 'loading'
}
