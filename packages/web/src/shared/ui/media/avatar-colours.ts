import { createContext } from 'react'
import { hashOf } from './fallback-art.ts'

/** These colours are light, because the text on them is dark. */
const COLOURS = [
  '#ffb05c',
  '#66d9e0',
  '#ff8d6a',
  '#9fd8a4',
  '#f5d98a',
  '#7fb2ff',
  '#f29fb3',
  '#fff3d9',
  '#c6a4ff',
  '#9be564',
  '#ff9ed8',
  '#d9b38c',
  '#8fe3c8',
  '#b8d4ff',
  '#c9cf6a',
  '#c3cad1',
] as const

/** The colours of the people in a session, by name. Empty outside a session. */
export const AvatarColours = createContext<ReadonlyMap<string, string>>(new Map())

const placeOf = (name: string): number => hashOf(name) % COLOURS.length
const colourAt = (place: number): string => COLOURS[place % COLOURS.length] ?? COLOURS[0]

/** Returns the colour of a person outside a session. The same name always has the same colour. */
export const avatarColour = (name: string): string => colourAt(placeOf(name))

/**
 * Gives each person a colour that nobody before them has, while there are enough colours.
 * @param names the people in an order that stays, so that new people change nobody's colour
 */
export function distinctColours(names: readonly string[]): ReadonlyMap<string, string> {
  const colours = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names) {
    if (colours.has(name)) continue
    const free = COLOURS.map((_, step) => colourAt(placeOf(name) + step)).find((each) => !taken.has(each))
    const colour = free ?? avatarColour(name)
    taken.add(colour)
    colours.set(name, colour)
  }
  return colours
}
