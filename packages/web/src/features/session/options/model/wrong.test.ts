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
  const answer = {
    ...refusedWith({}),
    error: { code: 'stale' as const, message: '', fields: { title: 'title' } },
  }
  expect(wrongIn({ answer, sent: {} })).toEqual([])
})

it('R2 a part that no section has is passed over, and a row that was not sent has no name', () => {
  const bob = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0002', username: 'bob', level: 'relate' as const }
  const fields = {
    version: 'odd',
    'mods.0': 'twice',
    'mods.1': 'stranger',
    banned: 'length',
    'flavor.mode': 'odd',
  }
  expect(wrongIn({ answer: refusedWith(fields), sent: { mods: [bob], banned: [eva, eva] } })).toEqual([
    { section: 'mods', reason: 'twice', name: 'bob' },
    { section: 'mods', reason: 'stranger', name: null },
    { section: 'banned', reason: 'length', name: null },
    { section: 'flavor', reason: 'invalid', name: null },
  ])
  expect(wrongIn({ answer: refusedWith({ 'mods.0': 'owner' }), sent: {} })).toEqual([
    { section: 'mods', reason: 'owner', name: null },
  ])
})

it('R2 an item of the flavor is named by its name or its title', () => {
  const selected = Array.from({ length: 12 }, (_, index) => ({
    kind: 'song' as const,
    id: `${index}`,
    title: `Song ${index}`,
  }))
  const artist = { kind: 'artist' as const, id: 'a', name: 'Ada' }
  const sent = { flavor: { mode: 'blacklist' as const, selected: [artist, ...selected] } }
  const answer = refusedWith({
    'flavor.selected.0': 'twice',
    'flavor.selected.12': 'twice',
    'title.0': 'title',
  })
  expect(wrongIn({ answer, sent }).map(({ name }) => name)).toEqual(['Ada', 'Song 11', null])
})
