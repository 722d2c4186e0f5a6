import type { Random } from '../catalogue/random.ts'

/** Covers are drawn on a square of this many units and shown at any size. */
export const SIDE = 640

/** A ground to draw on, an ink for lettering that reads on it, and colours that go together. */
export type Palette = { readonly ground: string; readonly ink: string; readonly colours: readonly string[] }

/** What a visual system draws; the lettering is set on top of it. */
export type Artwork = {
  readonly body: string
  readonly palette: Palette
  /** Where the lettering stands: small at the head, at the foot, or large as part of the design. */
  readonly lettering: 'head' | 'foot' | 'corners' | 'plate'
}

export type VisualSystem = (random: Random, index: number) => Artwork

/** Coordinates to one decimal: small files, no visible difference. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${more}/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export const stroked = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${more}/>`

export const ground = (colour: string): string => rect(0, 0, SIDE, SIDE, colour)

/** A vertical gradient over the whole picture, referred to by `url(#id)`. */
export function gradient(id: string, stops: readonly (readonly [number, string])[]): string {
  const marks = stops.map(([at, colour]) => `<stop offset="${n(at)}%" stop-color="${colour}"/>`).join('')
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${marks}</linearGradient>`
}

/** A glow that fades to nothing. */
export function glow(id: string, colour: string, strength: number): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".55" stop-color="${colour}" stop-opacity="${n(strength * 4) === '0' ? 0 : Math.round(strength * 38) / 100}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`
}

/** A smooth line through points by quadratic segments. */
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

/** A random palette, then the others: albums next to each other in the roster differ. */
export function paletteAt(palettes: readonly Palette[], index: number): Palette {
  const palette = palettes[index % palettes.length]
  if (!palette) throw new Error('a visual system needs a palette')
  return palette
}

/** The colour at a place in the palette, starting anew at its end. */
export function colourAt(palette: Palette, index: number): string {
  return (
    palette.colours[((index % palette.colours.length) + palette.colours.length) % palette.colours.length] ??
    palette.ink
  )
}

/** Smooth random heights in [-1, 1]: a sum of a few sines with drawn phases. */
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
