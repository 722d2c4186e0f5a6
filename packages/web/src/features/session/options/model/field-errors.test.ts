import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { fieldErrorsIn, fieldErrorText } from './field-errors.ts'

const refusedWith = (fields: Record<string, string>) => ({
  ok: false as const,
  status: 422,
  retryAfterSec: null,
  error: { code: 'invalid' as const, message: '', fields },
})
const eva = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0001', username: 'eva', level: 'relate' as const }

it('R2 a field error has the section, the reason and the person', () => {
  const sent = { title: '', mods: [eva], flavor: { mode: 'blacklist' as const, selected: [] } }
  expect(
    fieldErrorsIn({
      answer: refusedWith({ title: 'title', 'mods.0': 'banned', 'flavor.selected.3.id': 'odd' }),
      sent,
    }),
  ).toEqual([
    { section: 'title', reason: 'title', name: null },
    { section: 'mods', reason: 'banned', name: 'eva' },
    { section: 'flavor', reason: 'invalid', name: null },
  ])
})

it('R2 another refusal has no field errors', () => {
  const answer = {
    ...refusedWith({}),
    error: { code: 'stale' as const, message: '', fields: { title: 'title' } },
  }
  expect(fieldErrorsIn({ answer, sent: {} })).toEqual([])
})

it('R2 an unknown field is ignored, and an item that was not sent has no name', () => {
  const bob = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0002', username: 'bob', level: 'relate' as const }
  const fields = {
    version: 'odd',
    'mods.0': 'twice',
    'mods.1': 'stranger',
    mods: 'length',
    'flavor.mode': 'odd',
  }
  expect(fieldErrorsIn({ answer: refusedWith(fields), sent: { mods: [bob] } })).toEqual([
    { section: 'mods', reason: 'twice', name: 'bob' },
    { section: 'mods', reason: 'stranger', name: null },
    { section: 'mods', reason: 'length', name: null },
    { section: 'flavor', reason: 'invalid', name: null },
  ])
  expect(fieldErrorsIn({ answer: refusedWith({ 'mods.0': 'owner' }), sent: {} })).toEqual([
    { section: 'mods', reason: 'owner', name: null },
  ])
})

it('R2 an error in a flavor item has the name or the title of the item', () => {
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
  expect(fieldErrorsIn({ answer, sent }).map(({ name }) => name)).toEqual(['Ada', 'Song 11', null])
})

it('E3 the text of a field error names the person, or says that there is one', async () => {
  const texts = { fieldError: { banned: '{{name}} is banned' }, fieldErrorName: 'One of them' }
  const { t, init } = createInstance()
  await init({ lng: 'en', resources: { en: { translation: { session: { options: texts } } } } })
  expect(fieldErrorText(t, { section: 'mods', reason: 'banned', name: 'eva' })).toBe('eva is banned')
  expect(fieldErrorText(t, { section: 'mods', reason: 'banned', name: null })).toBe('One of them is banned')
})
