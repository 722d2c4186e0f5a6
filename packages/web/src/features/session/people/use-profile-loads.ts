import { mayBan, moderatesChat } from '@jointly/domain'
import { useEffect, useState } from 'react'
import { useStore as useVanillaStore } from 'zustand'
import type { Chat } from '../chat/chat-controller.ts'
import type { SessionView } from '../model/session-view.ts'
import { useMatcher } from '../model/use-matcher.ts'
import type { ProfileOptions } from './ProfileActions.tsx'

/**
 * Fetches the data for the sheet about a person: the answer about random mode, and for moderators also the options
 * and the chat.
 * @returns the answer about random mode (null if it could not be fetched), and whether all requests have ended
 */
export function useProfileLoads({ shared, you }: SessionView, options: ProfileOptions, chat: Chat) {
  const { loading } = useMatcher(shared)
  const phase = useVanillaStore(chat.store, (state) => state.phase)
  const { edit, failed, open } = options
  const bans = mayBan(you.role, shared.session.managed)
  const mutes = shared.setup.chat && moderatesChat(you.role)
  useEffect(() => {
    if (bans) open()
  }, [bans, open])
  // Another moderator may have muted the person, so the chat is fetched again.
  useEffect(() => {
    if (mutes) void chat.refresh()
  }, [mutes, chat])
  const hasOptions = !bans || edit !== null || failed !== null
  const hasChat = !mutes || phase !== 'loading'
  const [wasReady, setReady] = useState(false)
  const isReady = wasReady || (loading.state !== 'loading' && hasOptions && hasChat)
  if (isReady && !wasReady) setReady(true)
  return { matcher: loading.state === 'ready' ? loading.value : null, isReady }
}
