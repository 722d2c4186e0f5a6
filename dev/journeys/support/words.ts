import { insideTexts } from '@jointly/web/inside-texts'
import { stageTexts } from '@jointly/web/stage-texts'
import { texts } from '@jointly/web/texts'

/** The texts of the app. The journeys find elements by these texts. */
export const words = { ...texts, ...insideTexts, ...stageTexts }

/** Fills in the placeholders of a text: `say(words.session.votes.up, { title })`. */
export function say(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
