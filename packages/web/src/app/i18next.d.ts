import 'i18next'
import type { insideTexts } from './inside-texts.ts'
import type { stageTexts } from '../features/stage/texts.ts'
import type { texts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** All English texts, so that a misspelled key does not compile. */
    resources: { translation: typeof texts & typeof insideTexts & typeof stageTexts }
  }
}
