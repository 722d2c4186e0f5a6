import { expect, it } from 'vitest'
import { missingModules } from './missing-modules.ts'
import { parts } from './pure.ts'

it('finds every listed module', () => {
  expect(missingModules(Object.values(parts).flatMap(({ modules }) => [...modules]))).toEqual([])
})

it('names a module that is not there, also by a pattern', () => {
  const there = 'packages/server/src/provider/pagination'
  const gone = ['packages/server/src/provider/gone', 'packages/nowhere/src/*/*']
  expect(missingModules([there, ...gone])).toEqual(gone)
})
