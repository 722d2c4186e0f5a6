import 'i18next'
import type { insideTexts } from './inside-texts.ts'
import type { texts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** The type of all texts, so that a misspelled key is a type error. */
    resources: { translation: typeof texts & typeof insideTexts }
  }
}
