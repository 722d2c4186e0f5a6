import type { Answer, ChatLine, ChatPage, ServerMessage } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { createListeners } from '../../../shared/browser/listeners.ts'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import { refused as refusal } from '../model/follower-testing.ts'
import { aSession, settled, SSID } from '../model/testing.ts'
import { createChat } from './chat-controller.ts'

const ben = { id: 'ben', username: 'ben' }
const line = (id: number): ChatLine => ({ id, user: ben, text: `line ${id}`, at: id })
const page = (...ids: number[]): ChatPage => ({
  lines: ids.map(line),
  last: ids.at(-1) ?? 0,
  more: false,
  muted: false,
})
const failed = (code: string, status: number): FailedAnswer =>
  ({ ...refusal('network'), status, error: { code, message: '' } }) as FailedAnswer

function open() {
  const messages = createListeners<[ServerMessage]>()
  const timers = new Set<{ atMs: number; run: () => void }>()
  const fetches: ((answer: Answer<ChatPage>) => void)[] = []
  const sent: { text: string; key: string; answer: (answer: Answer<ChatLine>) => void }[] = []
  const world = { nowMs: 0, isReady: true, seen: null as number | null, keys: 0 }
  const chat = createChat({
    ssid: SSID,
    live: { isReady: () => world.isReady, onMessage: messages.add },
    fetchPage: () => new Promise((resolve) => fetches.push(resolve)),
    addLine: (text, key) => new Promise((answer) => sent.push({ text, key, answer })),
    deleteLine: async () => ({ ok: true, value: {} }),
    mute: async () => ({ ok: true, value: {} }),
    newKey: () => `key-${(world.keys += 1)}`,
    after(delayMs, run) {
      const timer = { atMs: world.nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    readSeen: () => world.seen,
    storeSeen: (id) => void (world.seen = id),
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
    hear: (message: ServerMessage) => messages.notify(message),
    hearState: () => messages.notify({ type: 'session', ssid: SSID, session }),
    hearLine: (id: number) => messages.notify({ type: 'chat', ssid: SSID, lines: [line(id)] }),
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

describe('following a chat', () => {
  it('C6 the chat is fetched once after the session opened, and live lines follow without a call', async () => {
    const { hearState, hearLine, answer, fetches, ids, pass } = open()
    hearState()
    hearState()
    expect(fetches).toHaveLength(1)
    hearLine(3)
    await answer(page(1, 2))
    hearLine(4)
    pass(60_000)
    expect([ids(), fetches.length]).toEqual([[1, 2, 3, 4], 0])
  })

  it('C6 after a reconnect the chat is fetched when the session is open again', async () => {
    const { hear, hearState, answer, fetches, ids } = open()
    hearState()
    await answer(page(1))
    hear({ type: 'ready' })
    expect(fetches).toHaveLength(0)
    hearState()
    await answer(page(1, 2, 3))
    expect(ids()).toEqual([1, 2, 3])
  })

  it('C6 a gap is fetched only if it does not close by itself', async () => {
    const { hearState, hearLine, answer, fetches, ids, pass } = open()
    hearState()
    await answer(page(1))
    hearLine(3)
    hearLine(2)
    pass(1_000)
    expect(fetches).toHaveLength(0)
    hearLine(5)
    pass(1_000)
    expect(fetches).toHaveLength(1)
    await answer(page(1, 2, 3, 4, 5))
    expect(ids()).toEqual([1, 2, 3, 4, 5])
  })

  it('C6 the answer to an older call changes nothing, and a stale chat is fetched', async () => {
    const { hear, hearState, fetches, ids } = open()
    hearState()
    hear({ type: 'chat', ssid: SSID, stale: true })
    const [first, second] = fetches
    second?.({ ok: true, value: page(1, 3) })
    await settled()
    first?.({ ok: true, value: page(1, 2, 3) })
    await settled()
    expect(ids()).toEqual([1, 3])
  })

  it('C6 without a live connection the chat is polled', async () => {
    const { world, pass, answer, fetches } = open()
    world.isReady = false
    pass(1_000)
    await answer(page(1))
    pass(10_000)
    expect(fetches).toHaveLength(1)
    await answer(page(1, 2))
    world.isReady = true
    pass(10_000)
    expect(fetches).toHaveLength(1)
    await answer(page(1, 2))
    pass(10_000)
    expect(fetches).toHaveLength(0)
  })

  it('C8 C9 deleted lines and those of a banned person disappear, and a mute shows at once', async () => {
    const { hear, hearState, answer, ids, state } = open()
    hearState()
    await answer(page(1, 2))
    hear({ type: 'chat', ssid: SSID, deleted: [1] })
    expect(ids()).toEqual([2])
    hear({ type: 'chat', ssid: SSID, hidden: 'ben' })
    expect(ids()).toEqual([])
    hear({ type: 'muted', ssid: SSID, muted: true })
    expect(state().muted).toBe(true)
  })

  it('C8 C9 a page that was requested before a change by a moderator brings nothing back', async () => {
    const { chat, hear, hearState, answer, ids, state } = open()
    const changes = [
      () => chat.remove(1),
      async () => hear({ type: 'chat', ssid: SSID, deleted: [1] }),
      async () => hear({ type: 'chat', ssid: SSID, hidden: 'ben' }),
      async () => hear({ type: 'muted', ssid: SSID, muted: true }),
      () => chat.mute(ben, true),
    ]
    hearState()
    await answer(page(1, 2))
    for (const change of changes) {
      hear({ type: 'chat', ssid: SSID, stale: true })
      await change()
      const [before, muted, mutedPeople] = [ids(), state().muted, state().mutedPeople]
      await answer({ ...page(1, 2), mutedPeople: [] })
      expect([ids(), state().muted, state().mutedPeople]).toEqual([before, muted, mutedPeople])
      await answer(page(1, 2))
      expect(ids()).toEqual([1, 2])
    }
  })

  it('C11 lines from before the first visit are not unread, and seen lines outlive a reload', async () => {
    const { hearState, hearLine, answer, state, chat, world } = open()
    hearState()
    await answer(page(1, 2))
    expect(state().seen).toBe(2)
    hearLine(3)
    chat.markSeen()
    expect([state().seen, world.seen]).toEqual([3, 3])
  })
})

describe('writing a line', () => {
  const texts = ({ draft, failure, isSending }: ReturnType<ReturnType<typeof open>['state']>) => [
    draft,
    failure === null ? null : failure === 'too-long' ? failure : failure.error.code,
    isSending,
  ]

  it('C11 the text leaves the field when the server has stored it', async () => {
    const { chat, sent, state, ids } = open()
    chat.setDraft(' Hello ')
    const sending = chat.send()
    void chat.send()
    expect([sent.map(({ text }) => text), texts(state())]).toEqual([['Hello'], [' Hello ', null, true]])
    sent[0]?.answer({ ok: true, value: line(1) })
    await sending
    expect([texts(state()), ids()]).toEqual([['', null, false], [1]])
  })

  it('C6 C10 C11 a refused text stays, and is tried again with the same key', async () => {
    const { chat, sent, state } = open()
    chat.setDraft('Hello')
    for (const [code, status] of [
      ['network', 0],
      ['rate-limited', 429],
    ] as const) {
      const sending = chat.send()
      sent.at(-1)?.answer(failed(code, status))
      await sending
      expect(texts(state())).toEqual(['Hello', code, false])
    }
    chat.setDraft('Hello!')
    void chat.send()
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })

  it('C8 a muted person keeps the text, and nothing more is sent', async () => {
    const { chat, sent, state } = open()
    chat.setDraft('Hello')
    const sending = chat.send()
    sent[0]?.answer(failed('muted', 403))
    await sending
    expect([state().draft, state().muted]).toEqual(['Hello', true])
    await chat.send()
    expect(sent).toHaveLength(1)
  })

  it('C5 C11 a text that is too long stays in the field and is not sent', async () => {
    const { chat, sent, state } = open()
    const long = 'x'.repeat(100_000)
    chat.setDraft(long)
    await chat.send()
    expect([texts(state()), sent.length]).toEqual([[long, 'too-long', false], 0])
  })
})
