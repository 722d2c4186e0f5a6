import { hashOf } from './name-hash.ts'

/** There are 14 colours. The same two in the other order would look alike, so they are not another pair. */
export const AVATAR_PAIRS = 91

/** Returns the number of the pair of colours that follows from the id of a person (U2). */
export const pairOfId = (id: string): number => hashOf(id) % AVATAR_PAIRS

/**
 * Finds the people of a session who get other colours than those of their id, because somebody who entered before them
 * has these (U2). They get the next free pair. When all pairs are used, people keep those of their ids.
 *
 * @param ids everyone who was ever in the session, in the order in which they entered
 * @returns the pairs of these people only, so a person who enters changes nobody's colours
 */
export function movedPairs(ids: readonly string[]): Record<string, number> {
  const used = new Set<number>()
  const moved: Record<string, number> = {}
  for (const id of ids.slice(0, AVATAR_PAIRS)) {
    const wanted = pairOfId(id)
    let pair = wanted
    while (used.has(pair)) pair = (pair + 1) % AVATAR_PAIRS
    used.add(pair)
    if (pair !== wanted) moved[id] = pair
  }
  return moved
}
