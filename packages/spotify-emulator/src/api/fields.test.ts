import { expect, it } from 'vitest'
import { parseFields, pick } from './fields.ts'

const page = {
  total: 1,
  next: null,
  items: [{ is_local: false, item: { id: 'x', artists: [{ id: 'a', name: 'A' }] } }],
}
const filtered = (fields: string): unknown => {
  const parsed = parseFields(fields)
  return parsed === null ? page : pick(page, parsed)
}

it('keeps what is named, through lists and objects', () => {
  expect(filtered('items(item(artists(name))),total')).toEqual({
    total: 1,
    items: [{ item: { artists: [{ name: 'A' }] } }],
  })
  expect(filtered('items.item.id')).toEqual({ items: [{ item: { id: 'x' } }] })
  expect(filtered('nothing')).toEqual({})
})

it.each(['', 'items(', 'items(id))', ',a', 'items(a,)'])('filters nothing by the broken %s', (fields) => {
  expect(filtered(fields)).toBe(page)
})
