import { ChatText } from '@jointly/contract'
import type { StoreApi } from 'zustand/vanilla'
import { withLines } from './chat-log.ts'
import type { ChatPorts, ChatState } from './chat-controller.ts'

/** A line of this person that the server has not stored yet. */
export type UnsentLine = { readonly key: string; readonly text: string }

export type Outbox = {
  /** Moves the text of the field to the unsent lines, and sends them. */
  send(): Promise<void>
  /** Sends the unsent lines, in the order in which they were written. */
  flush(): Promise<void>
}

/**
 * Creates the sending of lines. The field is empty at once, so that the person can write the next line. A line that
 * could not be sent stays, and is sent again with the same key, so that the server stores it only once (C6, C11).
 */
export function createOutbox(ports: ChatPorts, { getState, setState }: StoreApi<ChatState>): Outbox {
  let isRunning = false

  async function flush(): Promise<void> {
    if (isRunning || getState().unsent.length === 0) return
    isRunning = true
    setState({ failure: null })
    await sendAll()
    isRunning = false
  }

  async function sendAll(): Promise<void> {
    const [line] = getState().unsent
    if (line === undefined) return
    const answer = await ports.addLine(line.text, line.key)
    if (answer.ok) {
      setState(({ log, unsent }) => ({ log: withLines(log, [answer.value]), unsent: unsent.slice(1) }))
      return sendAll()
    }
    if (answer.error.code === 'muted') setState((state) => ({ muted: true, ...withTextInField(state) }))
    else if (answer.error.code === 'invalid')
      setState((state) => ({ isTooLong: true, ...withTextInField(state) }))
    else setState({ failure: answer })
  }

  return {
    flush,
    async send() {
      const { draft, muted } = getState()
      if (muted || draft.trim() === '') return
      const parsed = ChatText.safeParse(draft)
      if (!parsed.success) return setState({ isTooLong: true })
      const line = { key: ports.newKey(), text: parsed.data }
      setState(({ unsent }) => ({ draft: '', unsent: [...unsent, line] }))
      await flush()
    },
  }
}

/** Moves all unsent lines back to the field, because the server does not take them as they are (C5, C8). */
function withTextInField({ unsent, draft }: ChatState): Pick<ChatState, 'unsent' | 'draft'> {
  const texts = [...unsent.map(({ text }) => text), draft]
  return { unsent: [], draft: texts.filter((text) => text !== '').join('\n') }
}
