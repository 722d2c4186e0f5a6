import 'i18next'
import type { insideTexts } from './inside-texts.ts'
import type { texts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** Makes a misspelled key a type error. */
    resources: { translation: typeof texts & typeof insideTexts }
  }
}
