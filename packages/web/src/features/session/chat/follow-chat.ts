import type { ServerMessage } from '@jointly/contract'
import type { ChatPorts } from './chat-state.ts'

/** The chat is fetched this number of milliseconds after the call of `follow`, unless it was fetched before. */
const FIRST_FETCH_MS = 1_000
/**
 * If a chat line is missing for this number of milliseconds, the chat is fetched again. Shorter gaps are normal,
 * because lines from two servers may arrive in the wrong order.
 */
const GAP_MS = 1_000
/** The pause between two fetches without a live connection, in milliseconds. */
const POLL_MS = 10_000

type ChatHandlers = {
  refresh(): Promise<void>
  /** Is called with each live message about this session. */
  receive(message: ServerMessage): void
  /** Is called when the live connection is there again. The chat is fetched later. */
  onReady(): void
  hasGap(): boolean
}

/**
 * Receives the chat of a session over the live connection, or by polls if there is no connection. After a reconnect,
 * it waits for the state of the session. Then it fetches the chat, because from this state on, the server sends all
 * new chat lines (C6).
 * @returns a function that stops receiving
 */
export function follow(
  { ssid, link, after }: ChatPorts,
  { refresh, receive, onReady, hasGap }: ChatHandlers,
): () => void {
  let isOutdated = true
  let cancelGap: (() => void) | null = null
  let cancelPoll = after(FIRST_FETCH_MS, poll)

  function fetchNow(): void {
    isOutdated = false
    void refresh()
  }

  function poll(): void {
    cancelPoll = after(POLL_MS, poll)
    if (isOutdated || !link.isReady()) {
      // Without a live connection, the page does not receive chat lines after this fetch. So it fetches the chat
      // again when the state of the session arrives.
      void refresh()
      isOutdated = !link.isReady()
    }
  }

  function watchGap(): void {
    if (!hasGap()) {
      cancelGap?.()
      cancelGap = null
      return
    }
    cancelGap ??= after(GAP_MS, () => {
      cancelGap = null
      if (hasGap()) fetchNow()
    })
  }

  const unsubscribe = link.onMessage((message) => {
    if (message.type === 'ready') {
      isOutdated = true
      onReady()
    }
    if (!('ssid' in message) || message.ssid !== ssid) return
    if (isOutdated && (message.type === 'session' || message.type === 'you')) fetchNow()
    receive(message)
    if (message.type !== 'chat') return
    if (message.stale) fetchNow()
    watchGap()
  })
  return () => {
    unsubscribe()
    cancelPoll()
    cancelGap?.()
  }
}
