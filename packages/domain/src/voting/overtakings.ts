/**
 * How often each song of a row was overtaken (V4), while the songs are chosen one after the other. Each step costs the
 * logarithm of their number, where counting anew would cost the number itself.
 */
export interface Overtakings {
  /** The oldest song still there that was overtaken at least so often, as its index; null when there is none. */
  oldestWith(atLeast: number): number | null
  /** A song is chosen: it is gone, and every older one still there was overtaken once more. */
  choose(index: number): void
}

/**
 * A binary tree over the row. A node knows the highest count below it, and what is added to all of them; the leaf of a
 * song that is gone stands at minus infinity.
 *
 * @param counts how often each was overtaken so far, the oldest song first
 */
export function createOvertakings(counts: readonly number[]): Overtakings {
  let leaves = 1
  while (leaves < counts.length) leaves *= 2
  const highest = new Float64Array(2 * leaves).fill(Number.NEGATIVE_INFINITY)
  const added = new Float64Array(2 * leaves)
  highest.set(counts, leaves)
  const at = (numbers: Float64Array, node: number): number => numbers[node] ?? Number.NEGATIVE_INFINITY
  const recount = (node: number): void => {
    highest[node] = Math.max(at(highest, 2 * node), at(highest, 2 * node + 1)) + at(added, node)
  }
  for (let node = leaves - 1; node > 0; node -= 1) recount(node)

  return {
    oldestWith(atLeast) {
      if (at(highest, 1) < atLeast) return null
      let node = 1
      let needed = atLeast
      while (node < leaves) {
        needed -= at(added, node)
        node *= 2
        if (at(highest, node) < needed) node += 1
      }
      return node - leaves
    },
    choose(index) {
      let node = leaves + index
      highest[node] = Number.NEGATIVE_INFINITY
      while (node > 1) {
        const isRight = node % 2 === 1
        if (isRight) {
          highest[node - 1] = at(highest, node - 1) + 1
          added[node - 1] = at(added, node - 1) + 1
        }
        node = Math.floor(node / 2)
        recount(node)
      }
    },
  }
}
