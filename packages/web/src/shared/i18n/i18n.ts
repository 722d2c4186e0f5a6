import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/**
 * Starts i18next with the app's texts. English is the default and the fallback (spec section 1).
 *
 * @param texts all texts, by feature
 */
export function startTexts(texts: Record<string, unknown>): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: texts } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}

/** Adds texts that are loaded later. */
export function addTexts(texts: Record<string, unknown>): void {
  i18next.addResourceBundle('en', 'translation', texts, true, true)
}
