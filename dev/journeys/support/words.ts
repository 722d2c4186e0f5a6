import { insideTexts } from '@jointly/web/inside-texts'
import { stageTexts } from '@jointly/web/stage-texts'
import { texts } from '@jointly/web/texts'
import { translations } from '@jointly/web/translations'

/** The texts of the app. The journeys find elements by these texts. */
export const words = { ...texts, ...insideTexts, ...stageTexts }

type AllOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : AllOf<T[K]> }
/** All texts of the app in one language. */
export type Words = AllOf<typeof words>

export const languages = ['en', 'de', 'es'] as const
export type Language = (typeof languages)[number]

/** Returns the texts of the app in a language. */
export async function wordsIn(language: Language): Promise<Words> {
  if (language === 'en') return words
  const { first, inside, stage } = translations[language]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts.test.ts checks that no translation is missing (W1)
  return { ...(await first()), ...(await inside()), ...(await stage()) } as unknown as Words
}

/** Fills in the placeholders of a text: `say(words.session.votes.up, { title })`. */
export function say(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
