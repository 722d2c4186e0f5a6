import { useEffect, useRef } from 'react'
import { useStore as useVanillaStore } from 'zustand'
import { useStore } from '../../../shared/store/store.ts'
import type { ChatNotice } from '../people/notices.ts'
import type { ChatState } from './chat-state.ts'
import { useOpenChat } from './use-chat.ts'

/**
 * Calls `add` with the newest chat line of another person if the chat is on and the reader has not seen the line
 * (C11). It ignores lines from before the session was opened.
 */
export function useChatNotices(isOn: boolean, add: (notice: ChatNotice) => void): void {
  const chat = useOpenChat()
  const last = useVanillaStore(chat.store, lastKnown)
  const ownId = useStore((state) => state.user?.id)
  const before = useRef<number | null>(null)
  useEffect(() => {
    const known = before.current
    before.current = last
    if (!isOn || known === null || last === null || last <= known) return
    const { log, seen } = chat.store.getState()
    const line = log.lines.at(-1)
    // If the chat is visible, the line is marked as seen before this effect runs.
    const isNews = line && line.id > known && line.id > (seen ?? 0) && line.user.id !== ownId
    if (isNews) add({ kind: 'said', line })
  }, [chat, isOn, last, ownId, add])
}

/** Returns the id of the newest chat line. Null until the first page of lines is loaded. */
const lastKnown = ({ log, phase }: ChatState): number | null => (phase === 'ready' ? log.last : null)

/** Returns whether a chat line still exists. False if the line was deleted or its author was banned. */
export function useIsInChat(lineId: number | undefined): boolean {
  return useVanillaStore(useOpenChat().store, ({ log }) => log.lines.some(({ id }) => id === lineId))
}
