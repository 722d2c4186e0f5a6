import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from './language.ts'
import { NO_TEXT } from './no-text.ts'

type Texts = Record<string, unknown>

/**
 * Starts i18next with the English texts. English is the default and the fallback (spec section 1).
 *
 * @param texts all texts, by feature
 */
export function startTexts(texts: Texts): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: texts } },
    // React escapes HTML already. i18next's escape function is used for something else: to isolate right-to-left
    // names.
    interpolation: { escapeValue: true, escape: isolateRightToLeft },
    initAsync: false,
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => console.error(`${NO_TEXT} ${key}`),
  })
}

/** A letter of a script that runs from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Returns whether a text contains right-to-left letters. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/**
 * Isolates a right-to-left name that is inserted into a sentence, so that the words around it keep their order (D11).
 */
const isolateRightToLeft = (name: string): string => (hasRightToLeft(name) ? `\u2068${name}\u2069` : name)

/** Adds the texts of a language. Call this after `startTexts`. */
export function addTexts(language: Language, texts: Texts): void {
  i18next.addResourceBundle(language, 'translation', texts, true, true)
}

/**
 * Shows the app in a language whose texts are loaded. Also sets `lang`, from which screen readers know the language, and
 * links the manifest in this language, from which the system takes the texts of the installed app.
 */
export async function showLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${language}.webmanifest`)
}

/**
 * Returns the language tag for dates and lists. For English it is British English, in which the day comes before the
 * month.
 */
export const localeTag = (): string => (i18next.language === 'en' ? 'en-GB' : i18next.language)
