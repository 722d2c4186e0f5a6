import type { PublicUser, ServerMessage } from '@jointly/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import {
  type ChatLog,
  emptyLog,
  hasGap,
  newestId,
  withDeleted,
  withLines,
  withNewestPage,
  withOlderPage,
  withoutPerson,
} from './chat-log.ts'
import { createOutbox } from './unsent/chat-outbox.ts'
import type { ChatPorts, ChatState } from './chat-state.ts'
import { follow } from './follow-chat.ts'
import { storeChanges } from './unsent/unsent-store.ts'

export type Chat = {
  readonly store: StoreApi<ChatState>
  /**
   * Starts to receive the lines of the chat. Sends the unsent lines when the first page of lines is loaded, also
   * after each reconnect.
   * @returns a function that stops receiving and sending
   */
  start(): () => void
  /** Fetches the newest page of chat lines. */
  refresh(): Promise<void>
  /** Fetches whether this person is muted, and who else is. The loaded lines stay as they are. */
  refreshMuted(): Promise<void>
  loadOlder(): Promise<void>
  /** While the person reads older lines, none of them is removed because the log is long (C11). */
  setReadingOlder(isReadingOlder: boolean): void
  setDraft(draft: string): void
  /** Sends the text in the input, and empties the input at once (C11). */
  send(): Promise<void>
  /** Sends the unsent chat lines again. */
  resend(): Promise<void>
  remove(id: number): Promise<FailedAnswer | null>
  mute(user: PublicUser, muted: boolean): Promise<FailedAnswer | null>
  /** Marks all chat lines up to the newest one as seen (C11). */
  markSeen(): void
}

const emptyState: ChatState = {
  log: emptyLog,
  phase: 'loading',
  refused: null,
  muted: false,
  mutedPeople: null,
  draft: '',
  isTooLong: false,
  unsent: [],
  failure: null,
  isLoadingOlder: false,
  olderRefused: null,
  isReadingOlder: false,
  seen: null,
}

/** Creates the chat of one session. It contains the lines, and the text that the person is writing (C6, C11). */
export function createChat(ports: ChatPorts): Chat {
  const { draft, lines } = ports.unsent.read()
  const store = createStore<ChatState>(() => ({ ...emptyState, draft, unsent: lines }))
  store.subscribe((now, before) => storeChanges(ports.unsent, now, before))
  const set = store.setState
  const changeLog = (change: (log: ChatLog) => ChatLog) => set(({ log }) => ({ log: change(log) }))
  const outbox = createOutbox(ports, store)
  let isFlushDue = true
  const { refresh, refreshMuted, discardFetched } = createRefresh(ports, store, () => {
    // Lines of an earlier visit, and lines that failed before a reconnect, are sent now, because the log shows which
    // lines are older than this attempt.
    if (isFlushDue) void outbox.flush()
    isFlushDue = false
  })

  function receive(message: ServerMessage): void {
    if (message.type === 'muted') {
      discardFetched()
      set({ muted: message.muted })
    }
    if (message.type !== 'chat') return
    const { lines, deleted, hidden } = message
    if (deleted || hidden) discardFetched()
    if (lines) changeLog((log) => withLines(log, lines, store.getState().isReadingOlder))
    if (deleted) changeLog((log) => withDeleted(log, deleted))
    if (hidden) changeLog((log) => withoutPerson(log, hidden))
  }

  return {
    store,
    start() {
      outbox.open()
      isFlushDue = true
      const stop = follow(ports, {
        ...{ refresh, receive, onReady: () => void (isFlushDue = true) },
        hasGap: () => hasGap(store.getState().log),
      })
      return () => {
        outbox.close()
        stop()
      }
    },
    refresh,
    refreshMuted,
    loadOlder: () => loadOlder(ports, store),
    setReadingOlder: (isReadingOlder) => set({ isReadingOlder }),
    setDraft: (draft) => set({ draft, isTooLong: false }),
    send: outbox.send,
    resend: outbox.flush,
    async remove(id) {
      const answer = await ports.deleteLine(id)
      if (!answer.ok) return answer
      discardFetched()
      changeLog((log) => withDeleted(log, [id]))
      return null
    },
    async mute(user, muted) {
      const answer = await ports.mute(user.id, muted)
      if (!answer.ok) return answer
      discardFetched()
      set(({ mutedPeople }) => {
        const others = (mutedPeople ?? []).filter(({ id }) => id !== user.id)
        return { mutedPeople: muted ? [...others, user] : others }
      })
      return null
    },
    markSeen() {
      const { log, seen } = store.getState()
      if (seen !== null && log.last <= seen) return
      set({ seen: log.last })
      ports.storeSeen(log.last)
    },
  }
}

async function loadOlder(ports: ChatPorts, { getState, setState }: StoreApi<ChatState>): Promise<void> {
  const { log, isLoadingOlder } = getState()
  const first = log.lines[0]
  if (!first || !log.more || isLoadingOlder) return
  setState({ isLoadingOlder: true, olderRefused: null })
  const answer = await ports.fetchPage(first.id)
  setState({ isLoadingOlder: false })
  // The newest page has replaced the older lines meanwhile.
  if (getState().log.lines[0]?.id !== first.id) return
  if (answer.ok) setState(({ log }) => ({ log: withOlderPage(log, answer.value) }))
  else setState({ olderRefused: answer })
}

/**
 * Creates three functions. `refresh` fetches the newest page of lines. `refreshMuted` uses only what that page says
 * about muted people. `discardFetched` makes a running fetch start again, because its page may be older than a change.
 * @param onPage is called after each page
 */
function createRefresh(ports: ChatPorts, store: StoreApi<ChatState>, onPage: () => void) {
  const { getState, setState } = store
  let fetches = 0
  let changes = 0

  async function refresh(): Promise<void> {
    fetches += 1
    const [own, before, newest] = [fetches, changes, newestId(getState().log)]
    const answer = await ports.fetchPage(null)
    // Only the answer to the newest request is used. An older answer may contain chat lines that are deleted now.
    if (own !== fetches) return
    if (before !== changes) return refresh()
    if (!answer.ok)
      return setState(({ phase }) => (phase === 'ready' ? {} : { phase: 'failed', refused: answer }))
    const page = answer.value
    // The numbers of lines only count up, unless the server was restored from an older backup (C6).
    const isRestored = page.last < newest
    const log = withNewestPage(isRestored ? emptyLog : getState().log, page)
    // When a person opens the chat of a session for the first time, its lines count as seen.
    const known = getState().seen ?? ports.readSeen()
    const seen = Math.min(known ?? page.last, log.last)
    setState({
      ...{ log, phase: 'ready', refused: null, olderRefused: null },
      ...{ muted: page.muted, mutedPeople: page.mutedPeople ?? null, seen },
    })
    if (seen !== known) ports.storeSeen(seen)
    onPage()
    // Lines that arrived during the request have low numbers, so they were taken for old ones.
    if (isRestored) return refresh()
  }

  async function refreshMuted(): Promise<void> {
    if (getState().phase !== 'ready') return refresh()
    const [own, before] = [fetches, changes]
    const answer = await ports.fetchPage(null)
    // A page of lines that was requested later also says who is muted.
    if (own !== fetches || !answer.ok) return
    if (before !== changes) return refreshMuted()
    setState({ muted: answer.value.muted, mutedPeople: answer.value.mutedPeople ?? null })
  }
  return { refresh, refreshMuted, discardFetched: () => void (changes += 1) }
}
