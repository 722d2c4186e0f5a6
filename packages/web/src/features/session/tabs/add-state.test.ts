import { expect, it } from 'vitest'
import { aVote } from '../model/testing.ts'
import { addStateOf } from './add-state.ts'

const failed = { ok: false, status: 0, retryAfterSec: null, error: { code: 'network', message: '' } } as const

it('V2 the add button shows add, then loading, then the thumb or a warning', () => {
  expect(addStateOf('one', [aVote('two')], {}, new Map())).toBe('add')
  expect(addStateOf('one', [], {}, new Map([['one', { direction: 'up' }]]))).toBe('loading')
  expect(addStateOf('one', [], { one: 'up' }, new Map())).toBe('added')
  expect(addStateOf('one', [], {}, new Map([['one', { failed, wanted: 'up', isNoticeOver: true }]]))).toBe(
    'failed',
  )
})

it('V2 a song that others have listed can get an up-vote', () => {
  expect(addStateOf('one', [aVote('two'), aVote('one')], {}, new Map())).toBe('listed')
  expect(addStateOf('one', [aVote('one')], { one: 'down' }, new Map())).toBe('listed')
})
