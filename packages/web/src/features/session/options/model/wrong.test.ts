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

it('R2 a part that no section has is passed over, and a row that was not sent has no name', () => {
  const answer = refusedWith({ version: 'odd', 'mods.1': 'stranger', banned: 'length' })
  expect(wrongIn({ answer, sent: { mods: [], banned: [eva] } })).toEqual([
    { section: 'mods', reason: 'stranger', name: null },
    { section: 'banned', reason: 'length', name: null },
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
  const answer = refusedWith({ 'flavor.selected.0': 'twice', 'flavor.selected.12': 'twice' })
  expect(wrongIn({ answer, sent }).map(({ name }) => name)).toEqual(['Ada', 'Song 11'])
})
