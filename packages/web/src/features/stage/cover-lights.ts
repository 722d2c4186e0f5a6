/** The CSS colours of the two lights that a big screen shows behind its content. */
export type Lights = readonly [string, string]

/** The two lights of the app, which are used when there is no cover. */
export const DEFAULT_LIGHTS: Lights = ['hsl(30 100% 62%)', 'hsl(186 62% 55%)']

const SECTORS = 12
/** The minimum distance between the hues of the two lights, in sectors of the colour circle. */
const APART = 2

/**
 * Finds the two strongest hues of a cover and makes them bright enough for lights (X8). Returns the default lights
 * for a grey cover.
 * @param pixels red, green, blue and alpha of each pixel, one byte each
 */
export function lightsOf(pixels: ArrayLike<number>): Lights {
  const weights = Array.from({ length: SECTORS }, () => 0)
  for (let index = 0; index + 3 < pixels.length; index += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = Array.from({ length: 4 }, (_, offset) => pixels[index + offset] ?? 0)
    const spread = Math.max(r, g, b) - Math.min(r, g, b)
    if (a === 0 || spread < 24) continue
    const sector = Math.round((hueOf(r, g, b, spread) / 360) * SECTORS) % SECTORS
    weights[sector] = (weights[sector] ?? 0) + spread
  }
  const order = weights.map((weight, sector) => ({ weight, sector })).sort((a, b) => b.weight - a.weight)
  const [first] = order
  if (!first || first.weight === 0) return DEFAULT_LIGHTS
  const isApart = ({ sector }: { sector: number }): boolean => {
    const distance = Math.abs(sector - first.sector)
    return Math.min(distance, SECTORS - distance) >= APART
  }
  const second = order.find((each) => each.weight > 0 && isApart(each))
  return [lightAt(first.sector), lightAt(second?.sector ?? (first.sector + 1) % SECTORS)]
}

function hueOf(r: number, g: number, b: number, spread: number): number {
  const top = Math.max(r, g, b)
  if (top === r) return (((g - b) / spread + 6) % 6) * 60
  return top === g ? ((b - r) / spread + 2) * 60 : ((r - g) / spread + 4) * 60
}

const lightAt = (sector: number): string => `hsl(${(sector * 360) / SECTORS} 82% 62%)`
