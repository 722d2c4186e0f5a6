/**
 * A map that keeps only the newest entries.
 * @template K, V @extends {Map<K, V>}
 */
export class BoundedMap extends Map {
  #limit

  /** @param {number} limit the number of entries that the map keeps */
  constructor(limit) {
    super()
    this.#limit = limit
  }

  /** @override @param {K} key @param {V} value */
  set(key, value) {
    this.delete(key)
    super.set(key, value)
    for (const oldest of this.keys()) if (this.size > this.#limit) this.delete(oldest)
    return this
  }
}
