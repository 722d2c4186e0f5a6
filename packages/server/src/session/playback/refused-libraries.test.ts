import { expect, it } from 'vitest'
import { mayReadAgain, RefusedLibraries } from './refused-libraries.ts'

const library = { ssid: 's', id: 'ann', state: '500 1', moment: '7 0' }

it('P3 a library without a song to choose is known for five minutes, until its state changes', () => {
  let now = 0
  const refused = new RefusedLibraries(() => now)
  expect(refused.ageMs(library)).toBeNull()
  refused.add(library, true)
  now = 9_999
  expect(refused.ageMs({ ...library, moment: '8 0' })).toBe(9_999)
  expect([mayReadAgain(9_999), mayReadAgain(10_000)]).toEqual([false, true])
  expect(refused.ageMs({ ...library, state: '501 1' })).toBeNull()
  expect(refused.ageMs({ ...library, id: 'ben' })).toBeNull()
  now = 300_000
  expect(refused.ageMs(library)).toBeNull()
  // The clock is set back.
  now = -1_000
  expect(refused.ageMs(library)).toBe(1_000)
})

it('P3 a library that a recent play refuses is known until the next song, also after it was refused for good', () => {
  const refused = new RefusedLibraries(() => 0)
  refused.add(library, true)
  refused.add(library, false)
  expect(refused.ageMs(library)).toBe(0)
  expect(refused.ageMs({ ...library, moment: '8 0' })).toBeNull()
  refused.forget('s')
  expect(refused.ageMs(library)).toBeNull()
})
