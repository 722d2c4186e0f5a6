import { expect, it } from 'vitest'
import { aVote } from '../model/testing.ts'
import { addStateOf } from './add-button-state.ts'

const failed = { ok: false, status: 0, retryAfterSec: null, error: { code: 'network', message: '' } } as const

it('V2 the add button shows add, then loading, then the thumb or a warning', () => {
  expect(addStateOf('one', [aVote('two')], { votes: {} }, new Map())).toBe('add')
  expect(addStateOf('one', [], { votes: {} }, new Map([['one', { direction: 'up' }]]))).toBe('loading')
  expect(addStateOf('one', [], { votes: { one: 'up' } }, new Map())).toBe('added')
  expect(
    addStateOf('one', [], { votes: {} }, new Map([['one', { failed, wanted: 'up', isNoticeOver: true }]])),
  ).toBe('failed')
})

it('V2 a song that others have listed can get an up-vote', () => {
  expect(addStateOf('one', [aVote('two'), aVote('one')], { votes: {} }, new Map())).toBe('listed')
  expect(addStateOf('one', [aVote('one')], { votes: { one: 'down' } }, new Map())).toBe('listed')
})

it('H9 a song of this person that must be approved waits', () => {
  const own = { votes: {}, waiting: ['one'] }
  expect(addStateOf('one', [], own, new Map())).toBe('waiting')
  expect(addStateOf('one', [], own, new Map([['one', { direction: 'none' }]]))).toBe('removing')
  expect(addStateOf('two', [], own, new Map())).toBe('add')
})

it('E3 V1 a failed take-back or down-vote leaves the button as it was', () => {
  const takeBack = new Map([['one', { failed, wanted: 'none', isNoticeOver: false } as const]])
  expect(addStateOf('one', [], { votes: { one: 'up' } }, takeBack)).toBe('added')
  expect(addStateOf('one', [], { votes: {}, waiting: ['one'] }, takeBack)).toBe('waiting')
  const down = new Map([['one', { failed, wanted: 'down', isNoticeOver: false } as const]])
  expect(addStateOf('one', [aVote('one')], { votes: {} }, down)).toBe('listed')
})

it('V1 the button says whether a vote is being taken back', () => {
  expect(addStateOf('one', [], { votes: { one: 'up' } }, new Map([['one', { direction: 'none' }]]))).toBe(
    'removing',
  )
})
