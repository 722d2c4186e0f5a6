import { ChatText } from '@jointly/contract'
import type { StoreApi } from 'zustand/vanilla'
import { withDeleted, withLines } from '../chat-log.ts'
import type { ChatPorts, ChatState, UnsentLine } from '../chat-state.ts'
import { joinedText, withOldInField } from './unsent-store.ts'

export type Outbox = {
  /** Moves the text of the input to the unsent chat lines, and sends them. */
  send(): Promise<void>
  /** Sends the unsent chat lines in the order in which they were written. Does nothing while the chat is closed. */
  flush(): Promise<void>
  open(): void
  /** Stops sending. A line whose request is already running may still be stored by the server. */
  close(): void
}

/**
 * Creates the functions that send chat lines. `send` empties the input at once, so that the person can write the next
 * line. A line that could not be sent stays in the list. It is sent again with the same key, so that the server
 * stores it only once (C6, C11).
 */
export function createOutbox(ports: ChatPorts, { getState, setState }: StoreApi<ChatState>): Outbox {
  let isOpen = false
  let isRunning = false

  async function flush(): Promise<void> {
    if (!isOpen || isRunning || getState().unsent.length === 0) return
    isRunning = true
    setState({ failure: null })
    await sendAll()
    isRunning = false
  }

  async function sendAll(): Promise<void> {
    const { draft, ...before } = getState()
    const text = withOldInField(before.unsent, draft, ports.now())
    if (text.lines.length < before.unsent.length) setState({ draft: text.draft, unsent: text.lines })
    const { unsent, log, phase } = getState()
    const [line] = unsent
    if (line === undefined || !isOpen) return
    // Before the first page of the log, the newest line is not known.
    const last = log.lines.at(-1)?.id ?? (phase === 'ready' ? log.last : undefined)
    const sentAfter = line.sentAfter ?? last
    if (sentAfter !== undefined) setState({ unsent: [{ ...line, sentAfter }, ...unsent.slice(1)] })
    const answer = await ports.addLine(line.text, line.key)
    if (answer.ok) {
      const { value: stored } = answer
      // The text is empty if the line was stored by an earlier call and is deleted now.
      setState(({ log, unsent, isReadingOlder }) => ({
        log: stored.text === '' ? withDeleted(log, [stored.id]) : withLines(log, [stored], isReadingOlder),
        unsent: unsent.slice(1),
      }))
      return sendAll()
    }
    if (answer.error.code === 'muted') setState((state) => ({ muted: true, ...withTextInField(state) }))
    else if (answer.error.code === 'invalid')
      setState((state) => ({ isTooLong: true, ...withTextInField(state) }))
    else setState({ failure: answer })
  }

  return {
    flush,
    open: () => void (isOpen = true),
    close: () => void (isOpen = false),
    async send() {
      const { draft, muted } = getState()
      if (muted || draft.trim() === '') return
      const parsed = ChatText.safeParse(draft)
      if (!parsed.success) return setState({ isTooLong: true })
      const line = { key: ports.newKey(), text: parsed.data, at: ports.now() }
      setState(({ unsent }) => ({ draft: '', unsent: [...unsent, line] }))
      await flush()
    },
  }
}

/**
 * Returns the unsent chat lines to show. A line may arrive over the live connection before the answer to its request.
 * It is already in the log then, so it is left out.
 */
export function visibleUnsent({ log, unsent }: Pick<ChatState, 'log' | 'unsent'>, ownId?: string) {
  const isInLog = ({ text, sentAfter = Infinity }: UnsentLine) =>
    log.lines.some((line) => line.id > sentAfter && line.user.id === ownId && line.text === text)
  return unsent.filter((line) => !isInLog(line))
}

/**
 * Moves all unsent chat lines back to the input. It is called when the server refused a line because it is too long
 * or because this person is muted (C5, C8).
 */
function withTextInField({ unsent, draft }: ChatState): Pick<ChatState, 'unsent' | 'draft'> {
  return { unsent: [], draft: joinedText(unsent, draft) }
}
