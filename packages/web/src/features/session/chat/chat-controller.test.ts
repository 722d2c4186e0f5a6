import { describe, expect, it } from 'vitest'
import { settled, SSID } from '../model/testing.ts'
import { countUnread } from './chat-log.ts'
import { visibleUnsent } from './unsent/chat-outbox.ts'
import { ben, failed, line, openChat, page, unsent, write } from './chat-testing.ts'

describe('following a chat', () => {
  it('C6 the chat is fetched once after the session opened, and live lines follow without a call', async () => {
    const { receiveState, receiveLine, answer, fetches, ids, pass } = openChat()
    receiveState()
    receiveState()
    expect(fetches).toHaveLength(1)
    receiveLine(3)
    await answer(page(1, 2))
    receiveLine(4)
    pass(60_000)
    expect([ids(), fetches.length]).toEqual([[1, 2, 3, 4], 0])
  })

  it('C6 after a reconnect the chat is fetched when the session is open again', async () => {
    const { receive, receiveState, answer, fetches, ids } = openChat()
    receiveState()
    await answer(page(1))
    receive({ type: 'ready' })
    expect(fetches).toHaveLength(0)
    receiveState()
    await answer(page(1, 2, 3))
    expect(ids()).toEqual([1, 2, 3])
  })

  it('C6 a gap is fetched only if it does not close by itself', async () => {
    const { receiveState, receiveLine, answer, fetches, ids, pass } = openChat()
    receiveState()
    await answer(page(1))
    receiveLine(3)
    receiveLine(2)
    pass(1_000)
    expect(fetches).toHaveLength(0)
    receiveLine(5)
    pass(1_000)
    expect(fetches).toHaveLength(1)
    await answer(page(1, 2, 3, 4, 5))
    expect(ids()).toEqual([1, 2, 3, 4, 5])
  })

  it('C6 the answer to an older call changes nothing, and a stale chat is fetched', async () => {
    const { receive, receiveState, fetches, ids } = openChat()
    receiveState()
    receive({ type: 'chat', ssid: SSID, stale: true })
    const [first, second] = fetches
    second?.({ ok: true, value: page(1, 3) })
    await settled()
    first?.({ ok: true, value: page(1, 2, 3) })
    await settled()
    expect(ids()).toEqual([1, 3])
  })

  it('C6 C11 the chat goes on after the server was restored from an older backup', async () => {
    const { receive, receiveState, receiveLine, answer, ids, state, world } = openChat()
    receiveState()
    await answer(page(1, 2, 3, 4, 5))
    receive({ type: 'ready' })
    receiveState()
    receiveLine(3)
    await answer(page(1, 2))
    expect([ids(), state().seen, world.seen]).toEqual([[1, 2], 2, 2])
    await answer(page(1, 2, 3))
    receiveLine(4)
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(countUnread(state().log, state().seen ?? 0, 'ann')).toBe(2)
  })

  it('C11 new lines are unread after a restore if the person saw more lines before it', async () => {
    const { receiveState, receiveLine, answer, state, world } = openChat()
    world.seen = 5
    receiveState()
    await answer(page(1, 2))
    receiveLine(3)
    expect(countUnread(state().log, state().seen ?? 0, 'ann')).toBe(1)
  })

  it('C6 without a live connection the chat is polled', async () => {
    const { world, pass, answer, fetches } = openChat()
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
    const { receive, receiveState, answer, ids, state } = openChat()
    receiveState()
    await answer(page(1, 2))
    receive({ type: 'chat', ssid: SSID, deleted: [1] })
    expect(ids()).toEqual([2])
    receive({ type: 'chat', ssid: SSID, hidden: 'ben' })
    expect(ids()).toEqual([])
    receive({ type: 'muted', ssid: SSID, muted: true })
    expect(state().muted).toBe(true)
  })

  it('C8 C9 a page that was requested before a change by a moderator brings nothing back', async () => {
    const { chat, receive, receiveState, answer, ids, state } = openChat()
    const changes = [
      () => chat.remove(1),
      async () => receive({ type: 'chat', ssid: SSID, deleted: [1] }),
      async () => receive({ type: 'chat', ssid: SSID, hidden: 'ben' }),
      async () => receive({ type: 'muted', ssid: SSID, muted: true }),
      () => chat.mute(ben, true),
    ]
    receiveState()
    await answer(page(1, 2))
    for (const change of changes) {
      receive({ type: 'chat', ssid: SSID, stale: true })
      await change()
      const [before, muted, mutedPeople] = [ids(), state().muted, state().mutedPeople]
      await answer({ ...page(1, 2), mutedPeople: [] })
      expect([ids(), state().muted, state().mutedPeople]).toEqual([before, muted, mutedPeople])
      await answer(page(1, 2))
      expect(ids()).toEqual([1, 2])
    }
  })

  it('C11 a long chat drops its oldest lines, but not while the person reads older lines', async () => {
    const { chat, receiveState, receiveLine, answer, ids, sent } = openChat()
    receiveState()
    await answer(page(...Array.from({ length: 500 }, (_, index) => index + 1)))
    chat.setReadingOlder(true)
    receiveLine(501)
    const sending = write(chat, 'mine')
    sent[0]?.answer({ ok: true, value: line(502) })
    await sending
    expect([ids().length, ids()[0]]).toEqual([502, 1])
    chat.setReadingOlder(false)
    receiveLine(503)
    expect([ids().length, ids()[0]]).toEqual([500, 4])
  })

  it('C11 lines from before the first visit are not unread, and seen lines outlive a reload', async () => {
    const { receiveState, receiveLine, answer, state, chat, world } = openChat()
    receiveState()
    await answer(page(1, 2))
    expect(state().seen).toBe(2)
    receiveLine(3)
    chat.markSeen()
    expect([state().seen, world.seen]).toEqual([3, 3])
  })

  it('C11 lines that came during the first visit are unread after a reload, until the person sees them', async () => {
    const first = openChat()
    first.receiveState()
    await first.answer(page(1, 2))
    first.receiveLine(3)
    const { receiveState, answer, state, world } = openChat()
    world.seen = first.world.seen
    receiveState()
    await answer(page(1, 2, 3))
    expect(countUnread(state().log, state().seen ?? 0, 'ann')).toBe(1)
  })
})

describe('writing a line', () => {
  it('C11 the field is empty at once, and what is typed meanwhile stays and is sent next', async () => {
    const { chat, sent, state, ids } = openChat()
    const sending = write(chat, ' one ')
    expect([state().draft, unsent(state())]).toEqual(['', ['one']])
    chat.setDraft('two two')
    expect(sent.map(({ text }) => text)).toEqual(['one'])
    void chat.send()
    sent[0]?.answer({ ok: true, value: line(1) })
    await settled()
    expect([sent.map(({ text }) => text), ids(), unsent(state())]).toEqual([
      ['one', 'two two'],
      [1],
      ['two two'],
    ])
    sent[1]?.answer({ ok: true, value: line(2) })
    await sending
    expect([state().draft, ids(), unsent(state())]).toEqual(['', [1, 2], []])
  })

  it('C6 C10 C11 lines that were not sent stay, and are sent again in order with the same keys', async () => {
    const { chat, sent, state, ids } = openChat()
    const sending = write(chat, 'one')
    sent[0]?.answer(failed('network', 0))
    await sending
    expect([unsent(state()), state().failure?.error.code, state().draft]).toEqual([['one'], 'network', ''])
    // The chat sends the first line again before the next line, to keep their order.
    const next = write(chat, 'two')
    expect(state().failure).toBeNull()
    sent[1]?.answer(failed('rate-limited', 429))
    await next
    expect([unsent(state()), state().failure?.error.code]).toEqual([['one', 'two'], 'rate-limited'])
    const again = chat.resend()
    sent[2]?.answer({ ok: true, value: line(1) })
    await settled()
    sent[3]?.answer({ ok: true, value: line(2) })
    await again
    const [one, , , two] = sent.map(({ key }) => key)
    expect(sent.map(({ key }) => key)).toEqual([one, one, one, two])
    expect(one).not.toBe(two)
    expect([ids(), unsent(state()), state().failure]).toEqual([[1, 2], [], null])
  })

  it('C11 a line without an answer is sent again with the same key when the live connection is back', async () => {
    const { chat, sent, state, receive, receiveState, answer } = openChat()
    receiveState()
    await answer(page(1))
    const sending = write(chat, 'one')
    sent[0]?.answer(failed('timeout', 0))
    await sending
    receiveState()
    expect([unsent(state()), sent.length]).toEqual([['one'], 1])
    receive({ type: 'ready' })
    receiveState()
    await answer(page(1, 2))
    expect(sent).toHaveLength(2)
    expect(sent[1]?.key).toBe(sent[0]?.key)
  })

  it('C11 a line that arrives before the answer to its call is not shown twice', async () => {
    const { chat, sent, state, receive } = openChat()
    const shown = () => visibleUnsent(state(), 'ben').map(({ text }) => text)
    const push = (id: number) =>
      receive({ type: 'chat', ssid: SSID, lines: [{ id, user: ben, text: 'ha', at: id }] })
    push(1)
    const sending = write(chat, 'ha')
    void write(chat, 'ha')
    expect(shown()).toEqual(['ha', 'ha'])
    push(2)
    expect(shown()).toEqual(['ha'])
    // The answer is lost. The line has already arrived, so the next attempt does not show it twice.
    sent[0]?.answer(failed('network', 0))
    await sending
    void chat.resend()
    expect(shown()).toEqual(['ha'])
    expect(visibleUnsent(state(), 'ann')).toHaveLength(2)
    sent[1]?.answer({ ok: true, value: { id: 2, user: ben, text: 'ha', at: 2 } })
    await settled()
    expect([state().unsent.length, shown()]).toEqual([1, ['ha']])
  })

  it('C5 C8 lines of a muted person, and those that the server refuses, go back to the field', async () => {
    for (const code of ['muted', 'invalid'] as const) {
      const { chat, sent, state } = openChat()
      const sending = write(chat, 'one')
      void write(chat, 'two')
      chat.setDraft('three')
      sent[0]?.answer(failed(code, 403))
      await sending
      expect([state().draft, unsent(state())]).toEqual(['one\ntwo\nthree', []])
      expect([state().muted, state().isTooLong]).toEqual([code === 'muted', code === 'invalid'])
      await chat.resend()
      if (code === 'muted') await chat.send()
      expect(sent).toHaveLength(1)
    }
  })

  it('C5 C11 a text that is too long stays in the field and is not sent', async () => {
    const { chat, sent, state } = openChat()
    const long = 'x'.repeat(100_000)
    await write(chat, long)
    expect([state().draft, state().isTooLong, sent.length]).toEqual([long, true, 0])
    chat.setDraft('short')
    expect(state().isTooLong).toBe(false)
  })
})
