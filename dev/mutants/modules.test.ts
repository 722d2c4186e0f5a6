import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listedModules, missingModules, sourcesOf } from './modules.ts'

it('finds every listed module', () => {
  expect(missingModules(listedModules)).toEqual([])
})

it('names a module that is not there, also by a pattern', () => {
  const there = 'packages/server/src/provider/pagination'
  const gone = ['packages/server/src/provider/gone', 'packages/nowhere/src/*/*']
  expect(missingModules([there, ...gone])).toEqual(gone)
})

describe('every listed module', () => {
  it.each(listedModules)('%s loads without a page, as the mutants need it', async (module) => {
    const sources = sourcesOf(module)
    const loading = Promise.all(sources.map((file) => import(pathToFileURL(file).href)))
    await expect(loading).resolves.toHaveLength(sources.length)
  })
})
