import { TemporaryError } from '@jointly/music-library'
import { expect, it } from 'vitest'
import { errorOfEnd } from './container-thread.ts'

it('B17 a file that ends its reader counts as broken, however many listeners wait for it', () => {
  const isTemporary = (...paths: readonly string[]): boolean =>
    errorOfEnd(
      'busy',
      paths.map((path) => ({ path })),
    ) instanceof TemporaryError
  expect(isTemporary('song.m4a')).toBe(false)
  expect(isTemporary('song.m4a', 'song.m4a')).toBe(false)
  // One of the two files is broken, but it is not known which one.
  expect(isTemporary('song.m4a', 'other.m4a', 'song.m4a')).toBe(true)
})
