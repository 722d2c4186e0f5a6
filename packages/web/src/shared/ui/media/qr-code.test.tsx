import { decodeQR } from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { QrCode } from './QrCode.tsx'

const SCALE = 4

/** Draws the squares of the path as black pixels on white. */
function imageOf(markup: string) {
  const edge = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1])
  const size = edge * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < SCALE; row++)
      for (let column = 0; column < SCALE; column++) {
        const pixel = ((Number(y) * SCALE + row) * size + Number(x) * SCALE + column) * 4
        data.fill(0, pixel, pixel + 3)
      }
  return { width: size, height: size, data }
}

it('J10 a scanner reads the link from the code', () => {
  const link = 'https://music.example.org/s/ABC234'
  const markup = renderToStaticMarkup(<QrCode text={link} label="QR" />)
  expect(decodeQR(imageOf(markup))).toBe(link)
})
