import type { Random } from '../catalogue/random.ts'

/** The width and height of a cover in SVG units. */
export const SIDE = 640

/** A background colour, a readable colour for text on it, and matching colours. */
export type Palette = { readonly ground: string; readonly ink: string; readonly colours: readonly string[] }

/** A drawn cover. The texts are drawn on top of it. */
export type Artwork = {
  readonly body: string
  readonly palette: Palette
  /** Where on the cover the artist and the title are written. */
  readonly lettering: 'head' | 'foot' | 'corners' | 'plate'
}

/** Draws a cover. `index` selects colours and composition, so that albums next to each other differ. */
export type CoverDesign = (random: Random, index: number) => Artwork

/** Rounds a coordinate to one decimal, for smaller files. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Draws a rectangle. `attributes` are further attributes of the element, with a space before each. */
export const rect = (
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  attributes = '',
): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${attributes}/>`

export const circle = (
  [x, y]: readonly [number, number],
  radius: number,
  fill: string,
  attributes = '',
): string => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${attributes}/>`

export const path = (d: string, fill: string, attributes = ''): string =>
  `<path d="${d}" fill="${fill}"${attributes}/>`

export const strokedPath = (d: string, colour: string, width: number, attributes = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${attributes}/>`

export const ground = (colour: string): string => rect([0, 0, SIDE, SIDE], colour)

/**
 * Creates a vertical gradient. Other elements use it as `url(#id)`.
 * @param stops pairs of an offset in percent and a colour
 */
export function gradient(id: string, stops: readonly (readonly [number, string])[]): string {
  const marks = stops.map(([at, colour]) => `<stop offset="${n(at)}%" stop-color="${colour}"/>`).join('')
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${marks}</linearGradient>`
}

/** Creates a radial gradient that is transparent at the edge. `strength` is the opacity in the centre. */
export function glow(id: string, colour: string, strength: number): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".55" stop-color="${colour}" stop-opacity="${n(strength * 4) === '0' ? 0 : Math.round(strength * 38) / 100}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`
}

/** Returns the path data of a smooth curve through the points. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let d = `M${n(first[0])} ${n(first[1])}`
  rest.forEach(([x, y], i) => {
    const following = rest[i + 1]
    if (following) d += `Q${n(x)} ${n(y)} ${n((x + following[0]) / 2)} ${n((y + following[1]) / 2)}`
    else d += `L${n(x)} ${n(y)}`
  })
  return d
}

/**
 * Parses palettes. Each text lists colours, separated by spaces: the background, the colour of texts, then the other
 * colours.
 */
export function palettes(...texts: readonly string[]): readonly Palette[] {
  return texts.map((text) => {
    const [ground = '', ink = '', ...colours] = text.split(' ')
    return { ground, ink, colours }
  })
}

/** Returns the palette for an index. Albums next to each other have different palettes. */
export function paletteAt(palettes: readonly Palette[], index: number): Palette {
  const palette = palettes[index % palettes.length]
  if (!palette) throw new Error('a design needs a palette')
  return palette
}

/** Returns the colour of the palette at an index. After the last colour, the first one follows. */
export function colourAt(palette: Palette, index: number): string {
  return (
    palette.colours[((index % palette.colours.length) + palette.colours.length) % palette.colours.length] ??
    palette.ink
  )
}

/** Creates a smooth random function with values in [-1, 1], as a sum of sines. */
export function ripple(random: Random, octaves = 4): (t: number) => number {
  const waves = Array.from({ length: octaves }, (_, i) => ({
    frequency: (i + 1) * random.range(0.7, 1.4),
    phase: random.range(0, 6.3),
    size: 1 / (i + 1.3),
  }))
  const total = waves.reduce((sum, wave) => sum + wave.size, 0)
  return (t) =>
    waves.reduce(
      (sum, wave) => sum + wave.size * Math.sin(2 * Math.PI * wave.frequency * t + wave.phase),
      0,
    ) / total
}
