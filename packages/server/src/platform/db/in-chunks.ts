/** The maximum number of rows or values in one statement. SQLite and PostgreSQL allow many more. */
const CHUNK_SIZE = 500

/** Splits a long list into chunks that are small enough for one statement each. */
export function* inChunks<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += CHUNK_SIZE) yield all.slice(start, start + CHUNK_SIZE)
}
