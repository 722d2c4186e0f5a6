import { expect, it } from 'vitest'
import { createBlockCache } from './block-cache.ts'

it('forgets what was used longest ago when it is full, and never holds more than it may', () => {
  const cache = createBlockCache(10)
  cache.set('a', new Uint8Array(4))
  cache.set('b', new Uint8Array(4))
  expect(cache.get('a')?.byteLength).toBe(4)
  cache.set('c', new Uint8Array(4))
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBeDefined()
  expect(cache.bytes).toBe(8)
  cache.set('too large', new Uint8Array(11))
  expect(cache.get('too large')).toBeUndefined()
  cache.set('a', new Uint8Array(2))
  expect(cache.bytes).toBe(6)
})
