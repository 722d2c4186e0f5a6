/** Rows or values per statement, well below the parameter limit of both databases. */
const CHUNK_SIZE = 500

/** Splits a long list into chunks that fit into one statement each. */
export function* inChunks<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += CHUNK_SIZE) yield all.slice(start, start + CHUNK_SIZE)
}
