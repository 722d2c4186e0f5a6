import { expect, it } from 'vitest'
import { wrongIn } from './wrong.ts'

const refusedWith = (fields: Record<string, string>) => ({
  ok: false as const,
  status: 422,
  retryAfterSec: null,
  error: { code: 'invalid' as const, message: '', fields },
})
const eva = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0001', username: 'eva' }

it('R2 names the section, the reason and the person of each bad part', () => {
  const sent = { title: '', banned: [eva], flavor: { mode: 'blacklist' as const, selected: [] } }
  expect(
    wrongIn({
      answer: refusedWith({ title: 'title', 'banned.0': 'away', 'flavor.selected.3.id': 'odd' }),
      sent,
    }),
  ).toEqual([
    { section: 'title', reason: 'title', name: null },
    { section: 'banned', reason: 'away', name: 'eva' },
    { section: 'flavor', reason: 'invalid', name: null },
  ])
})

it('R2 another refusal marks no section', () => {
  const answer = { ...refusedWith({}), error: { code: 'stale' as const, message: '' } }
  expect(wrongIn({ answer, sent: {} })).toEqual([])
})
