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
