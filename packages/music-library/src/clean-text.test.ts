import { expect, it } from 'vitest'
import { cleanText } from './clean-text.ts'

it.each([
  ['harmless\u202E3pm.exe', 'harmless3pm.exe'],
  ['\u2066one\u2069 \u200Ftwo\u061C', 'one two'],
  [' a\u0000b\r\n\tc\u2028d ', 'a b c d'],
  ['Ünïcode 👩‍🎤 שלום', 'Ünïcode 👩‍🎤 שלום'],
  ['\u202E\u0007', ''],
])('B10 cleans %j to %j', (given, shown) => {
  expect(cleanText(given, 300)).toBe(shown)
})

it('B10 cuts a long text between characters', () => {
  expect(cleanText('x'.repeat(3_000_000), 200)).toBe('x'.repeat(200))
  expect(cleanText('ab👩', 3)).toBe('ab\uFFFD')
})
