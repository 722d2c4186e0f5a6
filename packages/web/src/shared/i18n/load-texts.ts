import { addTexts, showLanguage } from './i18n.ts'
import { type Language, preferredLanguage, storeLanguage } from './language.ts'

/**
 * A group of texts. `first`: for the public pages and errors. `inside`: for the screens behind the login. `stage`:
 * for big screens.
 */
type Part = 'first' | 'inside' | 'stage'
export type Translations = Record<
  Exclude<Language, 'en'>,
  Record<Part, () => Promise<Record<string, unknown>>>
>

let translations: Translations | null = null
/** The language of this page. Another tab may have stored another one since. */
let shown: Language | null = null
const usedParts = new Set<Part>()

/** Loads a part of the texts in a language. If that fails, the English texts are shown. */
async function loadPart(language: Language, part: Part): Promise<void> {
  usedParts.add(part)
  if (language === 'en') return
  try {
    const texts = await translations?.[language][part]()
    if (texts) addTexts(language, texts)
  } catch (error) {
    console.error(`The texts could not be loaded: ${language} ${part}`, error)
  }
}

/** Loads a part of the texts in the language of this page (W1). */
export const loadTexts = (part: Part): Promise<void> => loadPart(shown ?? preferredLanguage(), part)

/**
 * Shows the app in the language that the person prefers. Call this before the first screen is drawn.
 * @param available the texts of the languages other than English
 */
export async function startLanguage(available: Translations): Promise<void> {
  translations = available
  shown = preferredLanguage()
  await loadTexts('first')
  await showLanguage(shown)
}

/** Loads the texts of another language, stores the choice on this device, and shows the app in this language (W1). */
export async function chooseLanguage(language: Language): Promise<void> {
  await Promise.all([...usedParts].map((part) => loadPart(language, part)))
  storeLanguage(language)
  shown = language
  await showLanguage(language)
}
