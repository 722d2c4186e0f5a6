import { expect, it } from 'vitest'
import { settled } from '../../model/testing.ts'
import { visibleUnsent } from './chat-outbox.ts'
import { ben, failed, line, openChat, page, unsent, write } from '../chat-testing.ts'
import type { UnsentText } from './unsent-store.ts'

it('C12 after a reload the typed text is in the field, and waiting lines are sent with the same keys', async () => {
  const stored = { text: { draft: '', lines: [] } as UnsentText }
  const first = openChat(stored)
  const sending = write(first.chat, 'one')
  void write(first.chat, 'two')
  first.chat.setDraft('three')
  first.sent[0]?.answer(failed('network', 0))
  await sending
  const later = openChat(stored)
  expect([later.state().draft, unsent(later.state())]).toEqual(['three', ['one', 'two']])
  later.receiveState()
  await later.answer(page())
  expect(later.sent.map(({ key }) => key)).toEqual([first.sent[0]?.key])
  later.sent[0]?.answer({ ok: true, value: line(1) })
  await settled()
  later.sent[1]?.answer({ ok: true, value: line(2) })
  await settled()
  expect([later.ids(), unsent(later.state()), stored.text]).toEqual([
    [1, 2],
    [],
    { draft: 'three', lines: [] },
  ])
})

it('C12 an answer to the chat of an earlier visit removes only its line', async () => {
  const stored = { text: { draft: '', lines: [] } as UnsentText }
  const first = openChat(stored)
  const sending = write(first.chat, 'one')
  first.stop()
  const later = openChat(stored)
  later.chat.setDraft('typed')
  void write(later.chat, 'two')
  later.chat.setDraft('again')
  first.sent[0]?.answer({ ok: true, value: line(1) })
  await sending
  expect([stored.text.draft, stored.text.lines.map(({ text }) => text)]).toEqual(['again', ['two']])
  const third = openChat(stored)
  expect([third.state().draft, unsent(third.state())]).toEqual(['again', ['two']])
})

it('C6 a line that was stored earlier and is deleted now disappears when it is sent again', async () => {
  const { chat, sent, state, ids, receiveState, answer } = openChat()
  receiveState()
  await answer(page())
  void write(chat, 'one')
  sent[0]?.answer({ ok: true, value: { ...line(1), text: '' } })
  await settled()
  expect([ids(), unsent(state()), state().log.last]).toEqual([[], [], 1])
})

it('C11 after the chat was closed, no more lines are sent until it opens again', async () => {
  const { chat, stop, sent, state, receiveState, answer } = openChat()
  void write(chat, 'one')
  void write(chat, 'two')
  stop()
  sent[0]?.answer({ ok: true, value: line(1) })
  await settled()
  void chat.resend()
  expect([sent.map(({ text }) => text), unsent(state())]).toEqual([['one'], ['two']])
  chat.start()
  receiveState()
  await answer(page())
  expect(sent.map(({ text }) => text)).toEqual(['one', 'two'])
})

it('C12 after a reload a waiting line is shown, although an earlier line has the same text', async () => {
  const stored = { text: { draft: '', lines: [{ key: 'key-0001', text: 'ha', at: 0 }] } }
  for (const isResent of [false, true]) {
    const { chat, sent, state, receiveState, answer } = openChat(stored)
    const shown = () => visibleUnsent(state(), ben.id).map(({ text }) => text)
    // In the second run, the waiting line is sent before the first page of the chat arrives.
    if (isResent) void chat.resend()
    expect(sent).toHaveLength(isResent ? 1 : 0)
    receiveState()
    await answer({ ...page(), lines: [{ id: 1, user: ben, text: 'ha', at: 1 }], last: 1 })
    expect([sent.length, shown()]).toEqual([1, ['ha']])
    sent[0]?.answer(failed('network', 0))
    await settled()
    expect(shown()).toEqual(['ha'])
  }
})

it('C12 a line that waited for 20 hours is not sent again, but goes back to the field', async () => {
  const { chat, sent, state, world } = openChat()
  void write(chat, 'old')
  sent[0]?.answer(failed('network', 0))
  await settled()
  world.nowMs = 20 * 3_600_000
  chat.setDraft('typed')
  await chat.resend()
  expect([sent.length, unsent(state()), state().draft, state().failure]).toEqual([1, [], 'old\ntyped', null])
  void write(chat, 'new')
  expect(sent.map(({ text }) => text)).toEqual(['old', 'new'])
})
