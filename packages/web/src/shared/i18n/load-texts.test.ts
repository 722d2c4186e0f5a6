import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { addTexts, showLanguage, startTexts } from './i18n.ts'
import { storeLanguage } from './language.ts'
import { chooseLanguage, loadTexts, startLanguage, type Translations } from './load-texts.ts'

const texts = (retry: string) => async () => ({ form: { retry } })
const inside = (title: string) => async () => ({ home: { title } })
const available: Translations = {
  de: { first: texts('Noch einmal'), inside: inside('Sessions'), stage: inside('') },
  es: { first: () => Promise.reject(new Error('offline')), inside: inside('Sesiones'), stage: inside('') },
}
const browserSpeaks = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

beforeEach(() => {
  startTexts({ form: { retry: 'Try again' } })
  addTexts('en', { home: { title: 'Sessions' } })
})
afterEach(async () => {
  localStorage.clear()
  await showLanguage('en')
})

it('W1 takes the first known language of the browser', async () => {
  browserSpeaks('fr-FR', 'de-AT', 'en')
  await startLanguage(available)
  expect(i18next.t('form.retry')).toBe('Noch einmal')
  expect(document.documentElement.lang).toBe('de')
})

it('W1 the language chosen on this device wins, and unknown languages are English', async () => {
  browserSpeaks('de')
  storeLanguage('en')
  await startLanguage(available)
  expect(i18next.t('form.retry')).toBe('Try again')
  localStorage.setItem('language', 'xx')
  browserSpeaks('fr')
  await startLanguage(available)
  expect(document.documentElement.lang).toBe('en')
})

it('W1 a choice changes all texts in use at once and is stored', async () => {
  browserSpeaks('en')
  await startLanguage(available)
  await loadTexts('inside')
  await chooseLanguage('de')
  expect([i18next.t('form.retry'), i18next.language]).toEqual(['Noch einmal', 'de'])
  expect(localStorage.getItem('language')).toBe('de')
})

it('W1 a page stays in its language when another tab chooses another one', async () => {
  const german = { ...available.de, inside: inside('Runden') }
  browserSpeaks('de')
  await startLanguage({ ...available, de: german })
  storeLanguage('es')
  await loadTexts('inside')
  expect([i18next.t('home.title'), i18next.language]).toEqual(['Runden', 'de'])
})

it('W1 the page links the manifest of the installed app in its language', async () => {
  const link = document.head.appendChild(document.createElement('link'))
  onTestFinished(() => link.remove())
  link.rel = 'manifest'
  browserSpeaks('es')
  await startLanguage(available)
  expect(link.getAttribute('href')).toBe('/es.webmanifest')
  await chooseLanguage('de')
  expect(link.getAttribute('href')).toBe('/de.webmanifest')
})

it('W1 texts that cannot be loaded are shown in English', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  browserSpeaks('es')
  await startLanguage(available)
  await loadTexts('inside')
  expect([i18next.t('form.retry'), i18next.t('home.title')]).toEqual(['Try again', 'Sesiones'])
})
