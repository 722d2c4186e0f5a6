/**
 * The limit for the brightest of the three colour channels, from 0 to 1. It is low, because the text on the colour is
 * white.
 */
const BRIGHTEST = 0.36

/**
 * Calculates the main colour of a cover: the mean of its pixels. Colourful pixels count more. The result is dark
 * enough for text.
 * @param pixels red, green, blue and alpha, one byte each
 * @returns a CSS colour; null if there are no visible pixels
 */
export function colourOf(pixels: ArrayLike<number>): string | null {
  let red = 0
  let green = 0
  let blue = 0
  let weights = 0
  for (let index = 0; index < pixels.length; index += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = [
      pixels[index],
      pixels[index + 1],
      pixels[index + 2],
      pixels[index + 3],
    ]
    if (a === 0) continue
    const weight = 1 + (Math.max(r, g, b) - Math.min(r, g, b)) / 8
    red += r * weight
    green += g * weight
    blue += b * weight
    weights += weight
  }
  if (weights === 0) return null
  const mean = [red / weights, green / weights, blue / weights]
  const brightest = Math.max(...mean) / 255
  const scale = brightest > BRIGHTEST ? BRIGHTEST / brightest : 1
  return `rgb(${mean.map((channel) => Math.round(channel * scale)).join(' ')})`
}
