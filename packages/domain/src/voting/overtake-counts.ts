/**
 * Counts how often each song of a list is overtaken while songs are chosen one after the other. A song is overtaken
 * when a song that was listed later is chosen first (V4). "Older" means listed earlier. Each step takes logarithmic time.
 */
export interface OvertakeCounts {
  /** Returns the index of the oldest remaining song with at least this count. Null if no song has it. */
  oldestWithCount(atLeast: number): number | null
  /** Removes a chosen song and adds one to the counts of all older remaining songs. */
  choose(index: number): void
}

/**
 * Creates the counts as a segment tree with lazy addition. A node stores the highest count below it, and the number
 * that must still be added to all counts below. The leaf of a removed song is minus infinity.
 * @param counts how often each song was overtaken so far, the oldest song first
 */
export function createOvertakeCounts(counts: readonly number[]): OvertakeCounts {
  let leaves = 1
  while (leaves < counts.length) leaves *= 2
  const highest = new Float64Array(2 * leaves).fill(Number.NEGATIVE_INFINITY)
  const added = new Float64Array(2 * leaves)
  highest.set(counts, leaves)
  const at = (numbers: Float64Array, node: number): number => numbers[node] ?? Number.NEGATIVE_INFINITY
  const updateHighest = (node: number): void => {
    highest[node] = Math.max(at(highest, 2 * node), at(highest, 2 * node + 1)) + at(added, node)
  }
  for (let node = leaves - 1; node > 0; node -= 1) updateHighest(node)

  return {
    oldestWithCount(atLeast) {
      if (at(highest, 1) < atLeast) return null
      let node = 1
      let remaining = atLeast
      while (node < leaves) {
        remaining -= at(added, node)
        node *= 2
        if (at(highest, node) < remaining) node += 1
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
        updateHighest(node)
      }
    },
  }
}
