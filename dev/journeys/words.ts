import { insideTexts } from '@jointly/web/inside-texts'
import { texts } from '@jointly/web/texts'

/** The texts of the app. The journeys find elements by these texts. */
export const words = { ...texts, ...insideTexts }

/** A text with its placeholders filled in: `say(words.session.votes.up, { title })`. */
export function say(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
