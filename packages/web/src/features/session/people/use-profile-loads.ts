import { mayBan, moderatesChat } from '@jointly/domain'
import { useEffect, useState } from 'react'
import { useStore as useVanillaStore } from 'zustand'
import type { Chat } from '../chat/chat-controller.ts'
import type { SessionView } from '../model/session-view.ts'
import { useRandomMode } from '../model/use-random-mode.ts'
import type { ProfileOptions } from './use-ban.ts'

/**
 * Fetches the data for the sheet about a person: the people in random mode with their numbers of songs (the route
 * `matcher`), and for moderators also the options and the chat.
 * @returns the people in random mode (null if they could not be fetched), and whether all requests have ended
 */
export function useProfileLoads({ shared, you }: SessionView, options: ProfileOptions, chat: Chat) {
  const { loading } = useRandomMode(shared)
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
  return { randomMode: loading.state === 'ready' ? loading.value : null, isReady }
}
