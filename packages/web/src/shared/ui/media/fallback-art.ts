import { hashOf } from '@jointly/domain'

/** How to draw a cover: the colours of the background and of two areas of light, their shape, and their rotation. */
export type FallbackArt = {
  ground: string
  first: string
  second: string
  shape: 0 | 1 | 2 | 3
  turnDeg: number
}

const grounds = ['#13222b', '#231c22', '#10262a', '#2a1d17', '#161f33', '#1c2618'] as const

/** The colours for the areas of light. They differ clearly from each other. */
export const lights = [
  '#ffb05c',
  '#66d9e0',
  '#ff8d6a',
  '#9fd8a4',
  '#f5d98a',
  '#7fb2ff',
  '#f29fb3',
  '#fff3d9',
] as const

const pick = <T>(from: readonly [T, ...T[]], index: number): T => from[index % from.length] ?? from[0]

/**
 * Creates the drawing for a song, playlist or session without a cover.
 *
 * @param seed a name; the same seed gives the same drawing
 */
export function fallbackArt(seed: string): FallbackArt {
  const hash = hashOf(seed)
  const first = (hash >>> 4) % lights.length
  return {
    ground: pick(grounds, hash),
    first: pick(lights, first),
    // The second light never has the colour of the first one.
    second: pick(lights, first + 1 + ((hash >>> 9) % (lights.length - 1))),
    shape: pick([0, 1, 2, 3], hash >>> 14),
    turnDeg: ((hash >>> 17) % 12) * 30,
  }
}
