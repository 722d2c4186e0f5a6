import { hashOf, lights } from './fallback-art.ts'

/** These colours are light, because the text on them is dark. Neighbours in the list differ clearly. */
const COLOURS = [
  ...lights,
  '#c6a4ff',
  '#9be564',
  '#ff9ed8',
  '#d9b38c',
  '#8fe3c8',
  '#b8d4ff',
  '#c9cf6a',
  '#c3cad1',
] as const

const colourAt = (place: number): string => COLOURS[place % COLOURS.length] ?? COLOURS[0]

/**
 * Returns the two colours of a person (U2). They follow from the id alone, so that a person looks the same on
 * every screen, and two colours make 240 pairs, so that few people share one.
 */
export function avatarColours(id: string): readonly [string, string] {
  const hash = hashOf(id)
  const first = hash % COLOURS.length
  // The second colour always differs from the first.
  const second = first + 1 + ((hash >>> 8) % (COLOURS.length - 1))
  return [colourAt(first), colourAt(second)]
}
