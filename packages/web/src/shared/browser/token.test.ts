import { beforeEach, expect, it } from 'vitest'
import { forgetToken, loginHeader, storedToken, storeToken } from './token.ts'

beforeEach(() => localStorage.clear())

it('A1 a stored token counts, except the text null', () => {
  expect(storedToken()).toBeNull()
  localStorage.setItem('token', 'null')
  expect([storedToken(), loginHeader()]).toEqual([null, {}])
  storeToken('secret')
  expect(localStorage.getItem('token')).toBe('secret')
  expect([storedToken(), loginHeader()]).toEqual(['secret', { authorization: 'Bearer secret' }])
  forgetToken()
  expect(localStorage.getItem('token')).toBeNull()
})

it('A1 a text that no header can carry is not a token', () => {
  for (const garbage of ['a\nb', 'tök€n', '   ', 'two words']) {
    localStorage.setItem('token', garbage)
    expect(storedToken()).toBeNull()
  }
})
