import { USERNAME_PATTERN } from '@jointly/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usernameFrom } from './username-from.ts'

describe('the username that a guest is offered', () => {
  it.each([
    ['Puffin 61', 'Puffin-61'],
    ['Zoë Ann', 'Zoe-Ann'],
    ["O'Neil", 'ONeil'],
    ['7 of 9', 'of-9'],
    ['Ann  Lee', 'Ann-Lee'],
    ['Maximilian Alexander the Great', 'Maximilian-Alexander'],
    ['Лена', ''],
    ['A', ''],
  ])('G6 %s becomes %s', (nickname, username) => {
    expect(usernameFrom(nickname)).toBe(username)
  })

  it('G6 is always valid, or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (nickname) => {
        const name = usernameFrom(nickname)
        expect(name === '' || USERNAME_PATTERN.test(name)).toBe(true)
      }),
    )
  })
})
