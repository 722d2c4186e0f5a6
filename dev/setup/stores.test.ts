import { expect, it } from 'vitest'
import { withStores } from './stores.ts'

/** Creates two stores. `running` has the names of those that run. */
function twoStores(startSecond?: () => never) {
  const running = new Set<string>()
  const store = (name: string, fail?: () => never) => ({
    ...{ variable: `TEST_${name}_OF_STORES`, name },
    async start() {
      fail?.()
      running.add(name)
      return { url: `at ${name}`, stop: async () => void running.delete(name) }
    },
  })
  return { running, stores: [store('FIRST'), store('SECOND', startSecond)] }
}

const fail = (): never => {
  throw new Error('no disk')
}

it('the stores of the tests run while they are used, and then stop', async () => {
  const { running, stores } = twoStores()
  const used = await withStores(async ({ environment }) => ({ environment, names: [...running] }), stores)
  expect(used).toEqual({
    environment: { TEST_FIRST_OF_STORES: 'at FIRST', TEST_SECOND_OF_STORES: 'at SECOND' },
    names: ['FIRST', 'SECOND'],
  })
  expect([...running]).toEqual([])
})

it('a store stops if the next one cannot start', async () => {
  const { running, stores } = twoStores(fail)
  await expect(withStores(async () => 'used', stores)).rejects.toThrow('no disk')
  expect([...running]).toEqual([])
})

it('the stores stop if the tests cannot run', async () => {
  const { running, stores } = twoStores()
  await expect(withStores(fail, stores)).rejects.toThrow('no disk')
  expect([...running]).toEqual([])
})

it('a store whose variable is empty is started', async () => {
  const { stores } = twoStores()
  process.env.TEST_FIRST_OF_STORES = ''
  try {
    const used = await withStores(async (found) => found, stores)
    expect(used.environment).toMatchObject({ TEST_FIRST_OF_STORES: 'at FIRST' })
    expect(used.missing).toEqual([])
  } finally {
    delete process.env.TEST_FIRST_OF_STORES
  }
})
