import { hashOf } from './name-hash.ts'

export const AVATAR_COLOURS = 14

/**
 * All pairs of two different colours, as numbers of colours. The same two colours in the other order would look alike,
 * so they are not another pair.
 */
export const AVATAR_PAIRS: readonly (readonly [number, number])[] = Array.from(
  { length: AVATAR_COLOURS },
  (_, first) =>
    Array.from({ length: AVATAR_COLOURS - 1 - first }, (_, index) => [first, first + 1 + index] as const),
).flat()

/**
 * The number of people who get the free pair whose colours the fewest people before them have. The people who enter
 * after them get the first free pair.
 */
const SPREAD_PEOPLE = AVATAR_COLOURS

/** Returns the number of the pair of colours that follows from the id of a person (U2). */
export const pairOfId = (id: string): number => hashOf(id) % AVATAR_PAIRS.length

/**
 * Finds the people of a session who need another pair of colours than the pair of their id (U2), because people who
 * entered earlier already have one or both of its colours. The first seven people share no colour, and no two people have
 * the same pair until all pairs are used. After that, everyone gets the pair of their id.
 * @param ids everyone who was ever in the session, in the order in which they entered
 * @returns the number of the new pair by user id, only for the people who were found. A person who enters later changes
 * nobody's pair
 */
export function movedPairs(ids: readonly string[]): Record<string, number> {
  const used = new Set<number>()
  const people = Array.from({ length: AVATAR_COLOURS }, () => 0)
  const moved: Record<string, number> = {}
  for (const [place, id] of ids.slice(0, AVATAR_PAIRS.length).entries()) {
    const wanted = pairOfId(id)
    const free = pairsFrom(wanted).filter((pair) => !used.has(pair))
    const sharing = (pair: number) => sum(AVATAR_PAIRS[pair]?.map((colour) => people[colour] ?? 0) ?? [])
    const fewest = place < SPREAD_PEOPLE ? Math.min(...free.map(sharing)) : Number.POSITIVE_INFINITY
    const pair = free.find((candidate) => sharing(candidate) <= fewest) ?? wanted
    used.add(pair)
    for (const colour of AVATAR_PAIRS[pair] ?? []) people[colour] = (people[colour] ?? 0) + 1
    if (pair !== wanted) moved[id] = pair
  }
  return moved
}

/**
 * Returns the numbers of all pairs in their order, beginning with `first` and continuing at 0 after the last number.
 */
const pairsFrom = (first: number): number[] =>
  AVATAR_PAIRS.map((_, index) => (first + index) % AVATAR_PAIRS.length)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
