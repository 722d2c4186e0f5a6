import i18next from 'i18next'
import { expect, it } from 'vitest'
import { addTexts, startTexts } from './i18n.ts'

it('English is default and fallback, whatever language is asked for', async () => {
  startTexts({ form: { retry: 'Try again' } })
  expect(i18next.language).toBe('en')
  expect(i18next.options.fallbackLng).toEqual(['en'])
  expect(i18next.getFixedT('fr')('form.retry')).toBe('Try again')
})

it('texts that are loaded later are added to the others', () => {
  startTexts({ form: { retry: 'Try again' } })
  addTexts('en', { home: { title: 'Sessions' } })
  expect([i18next.t('form.retry'), i18next.t('home.title')]).toEqual(['Try again', 'Sessions'])
})

it('D11 a right-to-left name in a sentence is isolated, and any other name stays as it is', () => {
  startTexts({ home: { invitedBy: 'From {{name}}, today' } })
  const invitedBy = (name: string) => i18next.t('home.invitedBy', { name })
  expect(invitedBy('דוד')).toBe('From \u2068דוד\u2069, today')
  expect(invitedBy('<b>Ann & Ben</b>')).toBe('From <b>Ann & Ben</b>, today')
})
