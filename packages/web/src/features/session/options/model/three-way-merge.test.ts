import { expect, it } from 'vitest'
import { type ItemKind, markItems, mergeList, sameList } from './three-way-merge.ts'

type Item = { id: string; size: number }
const kind: ItemKind<Item> = { keyOf: ({ id }) => id, same: (a, b) => a.size === b.size }
const item = (id: string, size = 1): Item => ({ id, size })

it('R4 the items that two people add to one list are both in it', () => {
  const merged = mergeList([item('a')], [item('a'), item('b')], [item('a'), item('c')], kind)
  expect(merged).toEqual({ value: [item('a'), item('c'), item('b')], conflict: false })
})

it('R4 an item that one removed and the other changed is a conflict, and the own change wins', () => {
  expect(mergeList([item('a')], [], [item('a', 2)], kind)).toEqual({ value: [], conflict: true })
  expect(mergeList([item('a')], [item('a', 2)], [], kind)).toEqual({
    value: [item('a', 2)],
    conflict: true,
  })
})

it('R4 a removed item stays in the list as removed', () => {
  const before = [item('a'), item('b'), item('c')]
  expect(markItems(before, [item('c', 2), item('a'), item('d')], kind)).toEqual([
    { item: item('a'), mark: 'same' },
    { item: item('b'), mark: 'removed' },
    { item: item('c', 2), mark: 'changed' },
    { item: item('d'), mark: 'added' },
  ])
})

it('R4 two lists with the same items in another order are equal', () => {
  expect(sameList([item('a'), item('b')], [item('b'), item('a')], kind)).toBe(true)
  expect(sameList([item('a')], [item('a', 2)], kind)).toBe(false)
  expect(sameList([item('a')], [item('a'), item('b')], kind)).toBe(false)
  expect(sameList([item('a'), item('b')], [item('a')], kind)).toBe(false)
})
