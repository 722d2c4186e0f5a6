import { expect, it, onTestFinished } from 'vitest'
import { showLanguage } from './i18n.ts'
import { listText } from './list-text.ts'

it('W1 lists names in the current language', async () => {
  onTestFinished(() => showLanguage('en'))
  expect([[], ['Alice'], ['Alice', 'Bob', 'Carol']].map(listText)).toEqual(['', 'Alice', 'Alice, Bob, Carol'])
  await showLanguage('de')
  expect(listText(['Alice', 'Bob', 'Carol'])).toBe('Alice, Bob und Carol')
})
