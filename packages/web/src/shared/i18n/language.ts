import type { Language } from '@jointly/domain'
import { readStored, writeStored } from '../browser/storage.ts'

/** The languages of the app, each by its own name. English is the default. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }
export type { Language }

const LANGUAGE_KEY = 'language'

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

/**
 * Returns the language that the person chose on this device. Without a choice, returns the first of the browser's
 * languages that the app has, or English.
 */
export function preferredLanguage(): Language {
  const preferred = [readStored(LANGUAGE_KEY) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return preferred.find(isLanguage) ?? 'en'
}

export const storeLanguage = (language: Language): void => writeStored(LANGUAGE_KEY, language)
