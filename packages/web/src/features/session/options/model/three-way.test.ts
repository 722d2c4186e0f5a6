import { expect, it } from 'vitest'
import { type ItemKind, markItems, mergeList, sameList } from './three-way.ts'

type Item = { id: string; size: number }
const kind: ItemKind<Item> = { keyOf: ({ id }) => id, same: (a, b) => a.size === b.size }
const item = (id: string, size = 1): Item => ({ id, size })

it('R4 two people adding to one list both find their item in it', () => {
  const merged = mergeList([item('a')], [item('a'), item('b')], [item('a'), item('c')], kind)
  expect(merged).toEqual({ value: [item('a'), item('c'), item('b')], conflict: false })
})

it('R4 what one removed and the other changed is a conflict, and the own decision stands', () => {
  expect(mergeList([item('a')], [], [item('a', 2)], kind)).toEqual({ value: [], conflict: true })
  expect(mergeList([item('a')], [item('a', 2)], [], kind)).toEqual({
    value: [item('a', 2)],
    conflict: true,
  })
})

it('R4 what was removed stays to be seen until it is saved, and can be taken back', () => {
  const before = [item('a'), item('b'), item('c')]
  expect(markItems(before, [item('c', 2), item('a'), item('d')], kind)).toEqual([
    { item: item('a'), mark: 'same' },
    { item: item('b'), mark: 'removed' },
    { item: item('c', 2), mark: 'changed' },
    { item: item('d'), mark: 'added' },
  ])
})

it('R4 two lists are the same where one only has the items of the other in another order', () => {
  expect(sameList([item('a'), item('b')], [item('b'), item('a')], kind)).toBe(true)
  expect(sameList([item('a')], [item('a', 2)], kind)).toBe(false)
  expect(sameList([item('a')], [item('a'), item('b')], kind)).toBe(false)
  expect(sameList([item('a'), item('b')], [item('a')], kind)).toBe(false)
})
