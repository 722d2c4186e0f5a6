import { hashOf } from './name-hash.ts'

export const AVATAR_COLOURS = 14

/**
 * All pairs of two colours, by the numbers of the colours. The same two in the other order would look alike, so they are
 * not another pair.
 */
export const AVATAR_PAIRS: readonly (readonly [number, number])[] = Array.from(
  { length: AVATAR_COLOURS },
  (_, first) =>
    Array.from({ length: AVATAR_COLOURS - 1 - first }, (_, index) => [first, first + 1 + index] as const),
).flat()

/** So many people get the pair whose colours the fewest people have. The others take any pair that is free. */
const SPREAD_PEOPLE = AVATAR_COLOURS

/** Returns the number of the pair of colours that follows from the id of a person (U2). */
export const pairOfId = (id: string): number => hashOf(id) % AVATAR_PAIRS.length

/**
 * Finds the people of a session who get other colours than those of their id, because somebody who entered before them
 * has one of these (U2). The first seven people share no colour. When all pairs are used, people keep those of their ids.
 *
 * @param ids everyone who was ever in the session, in the order in which they entered
 * @returns the pairs of these people only, so a person who enters changes nobody's colours
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

/** Returns the numbers of all pairs, beginning with this one. */
const pairsFrom = (first: number): number[] =>
  AVATAR_PAIRS.map((_, index) => (first + index) % AVATAR_PAIRS.length)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
