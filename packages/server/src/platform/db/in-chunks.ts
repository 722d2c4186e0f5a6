/** Rows or values of one statement: well below the number of parameters that both databases take. */
const AT_ONCE = 500

/** A long list in parts that fit into one statement each. */
export function* inChunks<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE)
}
