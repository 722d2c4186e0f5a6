import { describe, expect, it } from 'vitest'
import { CODE_ALPHABET, CODE_PATTERN, formatCode, normalizeCode } from './session-code.ts'

describe('a session code', () => {
  it('J1 has no characters that look alike', () => {
    expect(CODE_ALPHABET).toHaveLength(30)
    expect(CODE_ALPHABET).toMatch(/^[2-9A-Z]+$/)
    expect(CODE_ALPHABET).not.toMatch(/[01ILOU]/)
  })

  it('J1 is read in any case, with spaces and hyphens', () => {
    for (const typed of ['ABC234', 'abc234', ' abc 234 ', 'ABC-234', 'a b c–2 3 4', 'abc\u00A0234\n'])
      expect([typed, normalizeCode(typed)]).toEqual([typed, 'ABC234'])
  })

  it('J1 has six characters of its alphabet', () => {
    expect(CODE_PATTERN.test('ABC234')).toBe(true)
    for (const wrong of ['', 'ABC23', 'ABC2345', 'ABC23O', 'ABC231', 'abc234', 'ÄBC234'])
      expect([wrong, CODE_PATTERN.test(wrong)]).toEqual([wrong, false])
  })

  it('J1 is shown in two halves', () => {
    expect(formatCode('ABC234')).toBe('ABC 234')
    expect(formatCode('')).toBe('')
  })
})
