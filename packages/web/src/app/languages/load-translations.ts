import type { Translations } from '../../shared/i18n/load-texts.ts'

/** The texts of the languages other than English. They are loaded when they are needed. */
export const translations: Translations = {
  de: {
    first: async () => (await import('./de/first.ts')).firstTexts,
    inside: async () => (await import('./de/inside.ts')).insideTexts,
    stage: async () => (await import('./de/stage.ts')).stageTexts,
  },
  es: {
    first: async () => (await import('./es/first.ts')).firstTexts,
    inside: async () => (await import('./es/inside.ts')).insideTexts,
    stage: async () => (await import('./es/stage.ts')).stageTexts,
  },
}
