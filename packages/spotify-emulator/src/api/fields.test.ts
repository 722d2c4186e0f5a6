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

it('keeps the named fields of lists and objects', () => {
  expect(filtered('items(item(artists(name))),total')).toEqual({
    total: 1,
    items: [{ item: { artists: [{ name: 'A' }] } }],
  })
  expect(filtered('items.item.id')).toEqual({ items: [{ item: { id: 'x' } }] })
  expect(filtered('nothing')).toEqual({})
})

it('B12 leaves out fields after an exclamation mark', () => {
  expect(filtered('items(item(!artists))')).toEqual({ items: [{ item: { id: 'x' } }] })
  expect(filtered('!items')).toEqual({ total: 1, next: null })
  expect(filtered('total,next,!next')).toEqual({ total: 1 })
})

it('B7 limits the depth of brackets', () => {
  expect(filtered(`${'a('.repeat(100_000)}b${')'.repeat(100_000)}`)).toBe(page)
  expect(filtered(`a${'.a'.repeat(100_000)}`)).toBe(page)
})

it.each(['', 'items(', 'items(id))', ',a', 'items(a,)', '!', '!items(id)'])(
  'filters nothing by the broken %s',
  (fields) => {
    expect(filtered(fields)).toBe(page)
  },
)
