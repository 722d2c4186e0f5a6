import { afterEach, expect, it } from 'vitest'
import { chooseTheme, showStoredTheme, storedTheme } from './theme.ts'

afterEach(() => chooseTheme('system'))
const shown = () => document.documentElement.dataset.theme

it('W2 a chosen theme is shown at once and at the next visit, and the system decides without one', () => {
  showStoredTheme()
  expect([storedTheme(), shown()]).toEqual(['system', undefined])
  chooseTheme('light')
  expect([storedTheme(), shown()]).toEqual(['light', 'light'])
  delete document.documentElement.dataset.theme
  showStoredTheme()
  expect(shown()).toBe('light')
  chooseTheme('system')
  expect([localStorage.getItem('theme'), shown()]).toEqual([null, undefined])
})

it('W2 a stored word that is no theme counts as none', () => {
  localStorage.setItem('theme', 'purple')
  expect(storedTheme()).toBe('system')
})
