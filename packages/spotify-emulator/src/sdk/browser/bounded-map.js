/**
 * A map with a maximum size. A new entry removes the oldest entry of a full map.
 * @template K, V @extends {Map<K, V>}
 */
export class BoundedMap extends Map {
  #limit

  /** @param {number} limit the maximum number of entries */
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
