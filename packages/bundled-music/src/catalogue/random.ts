/** Random numbers from a seed. The same seed gives the same numbers on every machine. */
export type Random = {
  /** Returns a number in [0, 1). */
  next(): number
  range(low: number, high: number): number
  /** Returns a whole number in [0, count). */
  below(count: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/**
 * Hashes a text (32 bit FNV-1a over UTF-16 units). The final steps mix the bits, so that similar texts give unrelated
 * seeds.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Creates random numbers from a text (Mulberry32) with integer arithmetic, so that the numbers are the same on
 * all platforms.
 */
export function randomFrom(seed: string): Random {
  let state = hashText(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    range: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick<T>(choices: readonly T[]): T {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new RangeError('nothing to pick from')
      return choice
    },
    shuffled<T>(items: readonly T[]): T[] {
      const remaining = [...items]
      const out: T[] = []
      while (remaining.length > 0) out.push(...remaining.splice(below(remaining.length), 1))
      return out
    },
  }
}
