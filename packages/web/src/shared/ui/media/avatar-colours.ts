import { hashOf } from './fallback-art.ts'

/** These colours are light, because the text on them is dark. Any two differ clearly. */
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

/** Two colours. The same two in the other order would look alike, so they are not another pair. */
const PAIRS = COLOURS.flatMap((first, index) =>
  COLOURS.slice(index + 1).map((second) => [first, second] as const),
)

/** Returns the colours of avatars. No two people get the same ones, as long as there are enough. */
export function createAvatarColours(): (id: string) => readonly [string, string] {
  const pairOf = new Map<string, number>()
  const used = new Set<number>()

  function choose(id: string): number {
    const wanted = hashOf(id) % PAIRS.length
    const free = PAIRS.findIndex((_, step) => !used.has((wanted + step) % PAIRS.length))
    return (wanted + Math.max(free, 0)) % PAIRS.length
  }
  return (id) => {
    const pair = pairOf.get(id) ?? choose(id)
    pairOf.set(id, pair)
    used.add(pair)
    const [first, second] = PAIRS[pair] ?? [COLOURS[0], COLOURS[1]]
    return hashOf(id) & 0x8000_0000 ? [second, first] : [first, second]
  }
}

/**
 * Returns the two colours of a person (U2). They follow from the id, so that a person looks the same on every
 * device. Only if somebody whom this page showed before has the same two, the next free ones are taken. They stay while
 * the page is open, also when people come and go.
 */
export const avatarColours = createAvatarColours()
