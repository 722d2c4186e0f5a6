import type { Answer, VoteAnswer, VoteDirection } from '@jointly/contract'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiTexts } from '../../../shared/api/texts.ts'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { sessionTexts } from '../texts.ts'
import { aSong } from './testing.ts'
import { useVoteActions, type VoteActions } from './use-vote.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true
const { votes: texts } = sessionTexts.session
const one = { ...aSong('one'), title: 'First Light' }

let root: Root
let sent: [string, VoteDirection][]
let answer: (vote: VoteDirection) => Answer<VoteAnswer>
const now: Partial<VoteActions> = {}

const counted =
  (upvotes: number, downvotes = 0) =>
  (vote: VoteDirection) =>
    ({
      ok: true,
      value: { songID: 'one', score: upvotes - downvotes, upvotes, downvotes, vote },
    }) as const
const refused = () =>
  ({ ok: false, status: 409, retryAfterSec: null, error: { code: 'flavor', message: '' } }) as const

const send = async (songId: string, vote: VoteDirection) => {
  sent.push([songId, vote])
  return answer(vote)
}
const open = { current: { voteSender: { cast: send } } }
const isNoDoubleTap = () => false

function Caster() {
  const casts = useVoteActions(open, isNoDoubleTap)
  useEffect(() => {
    Object.assign(now, casts)
  })
  return null
}

const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const cast = (vote: VoteDirection) => act(async () => now.castInList?.(one, vote))
const undo = () => act(async () => useToasts.getState().toasts[0]?.action?.run())

beforeEach(async () => {
  startTexts({ ...apiTexts, ...uiTexts, ...sessionTexts })
  sent = []
  useToasts.setState({ toasts: [] })
  root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Caster />))
})
afterEach(() => act(async () => root.unmount()))

it('V1 a person who takes back the only vote for a song can undo it', async () => {
  answer = counted(0)
  await cast('none')
  expect(toasts()).toEqual([texts.takenBack.replace('{{title}}', 'First Light')])
  answer = counted(1)
  await undo()
  expect(sent).toEqual([
    ['one', 'none'],
    ['one', 'up'],
  ])
})

it('V1 a song that others voted for stays in the list, so there is nothing to undo', async () => {
  answer = counted(1)
  await cast('none')
  answer = counted(0, 1)
  await cast('none')
  expect(toasts()).toEqual([])
})

it('V1 the search needs no offer to undo, because the row keeps its add button', async () => {
  answer = counted(0)
  await act(async () => void (await now.cast?.('one', 'none')))
  expect(toasts()).toEqual([])
})

it('V1 a new vote for the song, or the end of the session, closes the offer to undo', async () => {
  answer = counted(0)
  await cast('none')
  answer = counted(1)
  await act(async () => void (await now.cast?.('one', 'up')))
  expect(toasts()).toEqual([])
  answer = counted(0)
  await cast('none')
  expect(toasts()).toHaveLength(1)
  await act(async () => root.unmount())
  expect(toasts()).toEqual([])
})

it('E3 V1 a message says why the song could not be added again', async () => {
  answer = counted(0)
  await cast('none')
  answer = refused
  await undo()
  const messages = useToasts.getState().toasts.filter(({ tone }) => tone === 'bad')
  expect(messages).toMatchObject([{ text: expect.stringContaining(apiTexts.error.flavor) }])
})
