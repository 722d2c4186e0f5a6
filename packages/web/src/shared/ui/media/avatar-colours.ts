import { AVATAR_PAIRS, hashOf, pairOfId } from '@jointly/domain'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../browser/listeners.ts'

/**
 * The colours of the avatars. They are light, because the text on them is dark, and any two of them differ clearly.
 */
const COLOURS = [
  '#ff8d6a',
  '#ffb53d',
  '#f5e06a',
  '#a8e05f',
  '#4fd08a',
  '#3fd0d6',
  '#7fc4ff',
  '#8f9bff',
  '#c88bff',
  '#ff7fd0',
  '#ffc2d1',
  '#c9a27a',
  '#fff3d9',
  '#aab4be',
] as const

/**
 * Returns the two colours of a pair (U2). Their order depends on the person's id. @param pair an index in
 * `AVATAR_PAIRS`
 */
export function avatarColours(id: string, pair: number): readonly [string, string] {
  const [first, second] = AVATAR_PAIRS[pair] ?? [0, 1]
  const colours: [string, string] = [COLOURS[first] ?? COLOURS[0], COLOURS[second] ?? COLOURS[1]]
  return hashOf(id) & 0x8000_0000 ? [colours[1], colours[0]] : colours
}

type ColourPairs = Readonly<Record<string, number>>

const NO_PAIRS: ColourPairs = {}
const listeners = createListeners()
let colourPairs = NO_PAIRS

/**
 * Sets other colour pairs for some people in the open session, by user id. Another person in the session has the pair
 * that follows from their id (U2). The pairs stay until another session opens.
 */
export function setColourPairs(next: ColourPairs = NO_PAIRS): void {
  colourPairs = next
  listeners.notify()
}

/** Returns the two colours of a person's avatar. In a session, they are the same on all devices (U2). */
export function useAvatarColours(id: string): readonly [string, string] {
  const pair = useSyncExternalStore(listeners.add, () => colourPairs[id] ?? pairOfId(id))
  return avatarColours(id, pair)
}
