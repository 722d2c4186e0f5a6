import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PASSWORD_PATTERN, USERNAME_PATTERN, usernameKey } from './credentials.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
const rest = [...letters, ...'0123456789-_.']

describe('spec section 5', () => {
  it('A3 a username starts with a letter, then letters, digits, hyphen, underscore or dot, 2 to 20 in all', () => {
    const username = fc
      .tuple(fc.constantFrom(...letters), fc.array(fc.constantFrom(...rest), { minLength: 1, maxLength: 19 }))
      .map(([first, others]) => first + others.join(''))
    fc.assert(fc.property(username, (name) => USERNAME_PATTERN.test(name)))
    for (const bad of ['a', '', '1ab', '-ab', 'a b', 'añb', 'ab\n', 'a'.repeat(21), 'ab!', '_ab', '.ab']) {
      expect(USERNAME_PATTERN.test(bad), JSON.stringify(bad)).toBe(false)
    }
    expect(USERNAME_PATTERN.test('a'.repeat(20))).toBe(true)
  })

  it('A3 a new password has at least 6 characters, among them a letter and a digit', () => {
    for (const good of ['abcde1', '1abcde', 'Pass word 9', 'a1....', 'ÄÖÜß-a-1', 'a1\n\n\n\n']) {
      expect(PASSWORD_PATTERN.test(good), good).toBe(true)
    }
    for (const bad of ['', 'abc12', 'abcdef', '123456', '......', '12345!']) {
      expect(PASSWORD_PATTERN.test(bad), bad).toBe(false)
    }
  })

  it('A3 usernames are compared without case', () => {
    expect(usernameKey('Ann.Lee')).toBe(usernameKey('aNN.lEE'))
    // The database stores this form. If the form changed, earlier users would not be found any more.
    expect(usernameKey('Ann.Lee')).toBe('ann.lee')
    expect(usernameKey('ann')).not.toBe(usernameKey('anna'))
  })
})
