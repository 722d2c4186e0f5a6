import type { Answer, ChatLine, ChatPage, ServerMessage } from '@jointly/contract'
import { createListeners } from '../../../shared/browser/listeners.ts'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import { aSession, settled, SSID } from '../model/testing.ts'
import { type Chat, createChat } from './chat-controller.ts'
import type { ChatState } from './chat-state.ts'
import type { UnsentText } from './unsent/unsent-store.ts'

export const ben = { id: 'ben', username: 'ben' }
export const line = (id: number): ChatLine => ({ id, user: ben, text: `line ${id}`, at: id })
export const page = (...ids: number[]): ChatPage => ({
  lines: ids.map(line),
  last: ids.at(-1) ?? 0,
  more: false,
  muted: false,
})
export const failed = (
  code: 'network' | 'timeout' | 'rate-limited' | 'muted' | 'invalid',
  status: number,
): FailedAnswer => ({ ok: false, status, retryAfterSec: null, error: { code, message: '' } })

let keys = 0

/** Opens a chat whose server the test plays. @param stored what the tab stores */
export function openChat(stored: { text: UnsentText } = { text: { draft: '', lines: [] } }) {
  const messages = createListeners<[ServerMessage]>()
  const timers = new Set<{ atMs: number; run: () => void }>()
  const fetches: ((answer: Answer<ChatPage>) => void)[] = []
  const sent: { text: string; key: string; answer: (answer: Answer<ChatLine>) => void }[] = []
  const world = { nowMs: 0, isReady: true, seen: null as number | null }
  const chat = createChat({
    ssid: SSID,
    link: { isReady: () => world.isReady, onMessage: messages.add },
    fetchPage: () => new Promise((resolve) => fetches.push(resolve)),
    addLine: (text, key) => new Promise((answer) => sent.push({ text, key, answer })),
    deleteLine: async () => ({ ok: true, value: {} }),
    mute: async () => ({ ok: true, value: {} }),
    now: () => world.nowMs,
    newKey: () => `key-${(keys += 1)}`,
    after(delayMs, run) {
      const timer = { atMs: world.nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    readSeen: () => world.seen,
    storeSeen: (id) => void (world.seen = id),
    unsent: { read: () => stored.text, update: (change) => void (stored.text = change(stored.text)) },
  })
  const { session } = { session: aSession() }
  return {
    chat,
    sent,
    world,
    fetches,
    stop: chat.start(),
    state: chat.store.getState,
    ids: () => chat.store.getState().log.lines.map(({ id }) => id),
    receive: (message: ServerMessage) => messages.notify(message),
    receiveState: () => messages.notify({ type: 'session', ssid: SSID, session }),
    receiveLine: (id: number) => messages.notify({ type: 'chat', ssid: SSID, lines: [line(id)] }),
    async answer(value: ChatPage) {
      fetches.shift()?.({ ok: true, value })
      await settled()
    },
    pass(ms: number) {
      world.nowMs += ms
      for (const timer of timers) if (timer.atMs <= world.nowMs && timers.delete(timer)) timer.run()
    },
  }
}

/** Writes a text in the field and sends it. */
export const write = (chat: Chat, text: string) => {
  chat.setDraft(text)
  return chat.send()
}
/** Returns the texts of the lines that are not sent yet. */
export const unsent = (state: ChatState) => state.unsent.map(({ text }) => text)
