import { insideTexts } from '@jointly/web/inside-texts'
import { texts } from '@jointly/web/texts'

/** What the app says: journeys find things by the very texts that people read. */
export const words = { ...texts, ...insideTexts }

/** A text with its placeholders filled: `say(words.session.votes.up, { title })`. */
export function say(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
