import { expect, it } from 'vitest'
import { isRefused } from '../platform/refusal.ts'
import { claimsToBeLast, nextOffset } from './pagination.ts'

const page = (length: number, total: number | null | undefined, next: string | null) => ({
  items: Array.from({ length }, () => null),
  total,
  next,
})

it.each([
  ['a page with more to come', page(50, 120, 'more'), 0, 50],
  ['the last page', page(20, 120, null), 100, null],
  ['an empty list', page(0, 0, null), 0, null],
  ['a page that is followed although all is read', page(20, 120, 'more'), 100, 120],
  ['an empty page without a total after other pages', page(0, null, null), 50, null],
  ['an empty page after all is read', page(0, 120, 'more'), 120, null],
  ['a last page whose total is null', page(20, null, null), 0, null],
  ['a last page without a total', page(20, undefined, null), 0, null],
  ['a page without a total', page(20, null, 'more'), 0, 20],
] as const)('L10 after %s', (_what, given, offset, next) => {
  expect(nextOffset(given, offset)).toBe(next)
})

it.each([
  ['an empty page before the total', page(0, 4, null), 0],
  ['an empty page before the total that promises more', page(0, 4, 'more'), 0],
  ['a last page before the total', page(2, 4, null), 0],
  ['an empty first page without a total', page(0, undefined, null), 0],
  ['an empty first page whose total is null', page(0, null, null), 0],
  ['an empty page without a total that promises more', page(0, null, 'more'), 0],
] as const)('L10 nothing is concluded from %s', (_what, given, offset) => {
  expect(isRefused(nextOffset(given, offset))).toBe(true)
})

it('L10 an empty page ends a list only after the entries that another answer named', () => {
  expect(isRefused(nextOffset(page(0, 0, null), 0, 128))).toBe(true)
  expect(isRefused(nextOffset(page(0, 0, null), 100, 128))).toBe(true)
  expect(nextOffset(page(0, 0, null), 128, 128)).toBe(null)
  expect(nextOffset(page(20, 20, null), 0, 128)).toBe(null)
})

it('L10 only a page with entries or with a total of 0 can say that a list ends before its total', () => {
  const clear = [page(2, 4, null), page(0, 0, null)]
  const unclear = [page(0, 4, null), page(0, null, null), page(2, 4, 'more'), page(0, 0, 'more')]
  expect(clear.map(claimsToBeLast)).toEqual([true, true])
  expect(unclear.map(claimsToBeLast)).toEqual([false, false, false, false])
})
