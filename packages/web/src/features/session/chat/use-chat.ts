import { randomId } from '../../../shared/browser/random-id.ts'
import { after } from '../../../shared/browser/timers.ts'
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useStore as useVanillaStore } from 'zustand'
import { call } from '../../../shared/api/call.ts'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import { useReconnected } from '../../../shared/browser/connection/online.ts'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'
import { isLoggedInHere, useStore } from '../../../shared/store/store.ts'
import { ANSWER_TIMEOUT_MS } from '../model/poller.ts'
import type { SessionView } from '../model/session-view.ts'
import { type Chat, createChat } from './chat-controller.ts'
import type { ChatPorts } from './chat-state.ts'
import { countUnread } from './chat-log.ts'
import { createUnsentStore } from './unsent/unsent-store.ts'

/**
 * The storage key for the ids of the newest seen chat lines. Each row has the id of a session and the id of its line.
 * The session whose chat the person last opened or read is first.
 */
const SEEN_KEY = 'chat-seen'
/** Only this number of sessions have a stored id. */
const MAX_SEEN_SESSIONS = 20

/**
 * Receives the chat of the open session. It makes no requests while the chat is off (C4) or the person is not in the
 * session.
 * @param view null if the person is not in the session
 * @returns the same object while the session is open
 */
export function useChat(ssid: string, link: ChatPorts['link'], view: SessionView | null): Chat {
  const [chat] = useState(() => createChatOf(ssid, link))
  const isOn = view?.shared.setup.chat ?? false
  // When the role changes, the chat starts again, because only moderators get the list of muted people.
  const role = view?.you.role
  useEffect(() => (isOn ? chat.start() : undefined), [chat, isOn, role])
  useReconnected(
    useCallback(() => {
      void chat.resend()
      if (chat.store.getState().olderRefused) void chat.loadOlder()
    }, [chat]),
  )
  return chat
}

/** Contains the chat of the open session. */
export const ChatContext = createContext<Chat | null>(null)

/** Returns the chat of the open session. */
export function useOpenChat(): Chat {
  const chat = useContext(ChatContext)
  if (chat === null) throw new Error('no ChatContext around this component')
  return chat
}

/** Returns the number of chat lines of other people that this person has not seen (C11). */
export function useUnread(): number {
  const chat = useOpenChat()
  const ownId = useStore((state) => state.user?.id)
  return useVanillaStore(chat.store, ({ log, seen }) => (seen === null ? 0 : countUnread(log, seen, ownId)))
}

/** The answer to a line whose author is not logged in any more. The line is not sent. */
const otherLogin: FailedAnswer = {
  ok: false,
  status: 401,
  retryAfterSec: null,
  error: { code: 'unauthenticated', message: '' },
}

/** Returns the rows of `SEEN_KEY`. A row that cannot be read counts as nothing. */
const storedSeenRows = (): string[] =>
  (readStored(SEEN_KEY) ?? '').split('\n').filter((row) => /^\S+ \d{1,15}$/.test(row))

function createChatOf(ssid: string, link: ChatPorts['link']): Chat {
  const params = { ssid }
  const timeout = () => AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const ownId = () => useStore.getState().user?.id ?? ''
  const userId = ownId()
  return createChat({
    ssid,
    link,
    fetchPage: (before) =>
      call('chat', { params, query: before === null ? {} : { before: String(before) }, signal: timeout() }),
    addLine: async (text, key) =>
      ownId() === userId && isLoggedInHere(useStore.getState())
        ? call('addChatLine', { params, body: { text, key }, signal: timeout() })
        : otherLogin,
    deleteLine: (id) => call('deleteChatLine', { params: { ssid, id: String(id) } }),
    mute: (userID, muted) => call('mute', { params, body: { userID, muted } }),
    now: Date.now,
    newKey: randomId,
    after,
    readSeen() {
      const row = storedSeenRows().find((each) => each.startsWith(`${ssid} `))
      return row === undefined ? null : Number(row.split(' ')[1])
    },
    storeSeen(id) {
      const others = storedSeenRows().filter((each) => !each.startsWith(`${ssid} `))
      writeStored(SEEN_KEY, [`${ssid} ${id}`, ...others].slice(0, MAX_SEEN_SESSIONS).join('\n'))
    },
    unsent: createUnsentStore({ userId, ssid }, Date.now, () => userId !== '' && ownId() === userId),
  })
}
