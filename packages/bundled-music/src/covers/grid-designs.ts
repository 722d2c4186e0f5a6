import {
  circle,
  colourAt,
  ground,
  n,
  paletteAt,
  palettes,
  path,
  rect,
  SIDE,
  type CoverDesign,
} from './svg.ts'

const TILES = palettes(
  '#f3ead9 #1f1d2b #e4572e #17789b #f3b43f #1f1d2b #f7c8b5',
  '#11224d #f6efe2 #f98125 #fb9b50 #f6efe2 #5b84c4 #e0516b',
  '#f5d0c5 #3b1f3f #d6336c #f28f3b #3b1f3f #fdf0d5 #7b5ea7',
  '#0f3d3e #f3eed9 #e2b842 #f3eed9 #e86a4f #5fa8a0 #0a2829',
  '#e8e4f3 #221a4a #4b3cc4 #ff6b57 #ffc145 #221a4a #a7d8d2',
)

/** House: a mosaic of quarter circles, half circles and bars. */
export const mosaic: CoverDesign = (random, index) => {
  const palette = paletteAt(TILES, index)
  const columns = [4, 5, 7][index % 3] ?? 4
  const cell = (SIDE - 80) / columns
  const rows = columns - 1
  const parts = [ground(palette.ground)]
  let last = -1
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = 40 + column * cell
      const y = 40 + row * cell
      let first = random.below(palette.colours.length)
      if (first === last) first += 1
      last = first % palette.colours.length
      const back = colourAt(palette, first)
      const square = rect([x - 0.3, y - 0.3, cell + 0.6, cell + 0.6], back)
      const front = colourAt(palette, first + 1 + random.below(palette.colours.length - 1))
      const turn = ` transform="rotate(${90 * random.below(4)} ${n(x + cell / 2)} ${n(y + cell / 2)})"`
      const bottom = n(y + cell)
      const shapes: readonly (() => string)[] = [
        () =>
          square +
          path(
            `M${n(x)} ${n(y)}A${n(cell)} ${n(cell)} 0 0 1 ${n(x + cell)} ${bottom}L${n(x)} ${bottom}Z`,
            front,
            turn,
          ),
        () =>
          square +
          path(
            `M${n(x)} ${n(y + cell / 2)}A${n(cell / 2)} ${n(cell / 2)} 0 0 1 ${n(x + cell)} ${n(y + cell / 2)}Z`,
            front,
            turn,
          ),
        () => square + circle([x + cell / 2, y + cell / 2], cell * 0.32, front),
        () => square + path(`M${n(x)} ${n(y)}L${n(x + cell)} ${bottom}L${n(x)} ${bottom}Z`, front, turn),
        () =>
          square +
          `<g${turn}>${[0, 2].map((i) => rect([x, y + (i * cell) / 4, cell, cell / 4], front)).join('')}</g>`,
        () =>
          path(
            `M${n(x)} ${n(y)}A${n(cell)} ${n(cell)} 0 0 1 ${n(x + cell)} ${bottom}L${n(x + cell * 0.5)} ${bottom}A${n(cell * 0.5)} ${n(cell * 0.5)} 0 0 0 ${n(x)} ${n(y + cell * 0.5)}Z`,
            back,
            turn,
          ),
      ]
      parts.push(random.pick(shapes)())
    }
  }
  return { body: parts.join(''), palette, lettering: 'foot' }
}

const BITS = palettes(
  '#1a1c2c #f4f4f4 #f4f4f4 #41a6f6 #3b5dc9 #ef7d57 #ffcd75 #38b764',
  '#9bbc0f #0f380f #0f380f #306230 #8bac0f #0f380f #306230 #8bac0f',
  '#fff0e0 #2b1b3d #2b1b3d #e8476a #f7a33c #3fa7a0 #e8476a #f9d56e',
  '#2d1b4e #fdf1ff #fdf1ff #ff6ec7 #ffb86b #6ee7ff #8a5cf6 #ffe66d',
)

/** Chiptune: a symmetric pixel sprite. */
export const sprite: CoverDesign = (random, index) => {
  const palette = paletteAt(BITS, index)
  const size = 20
  const parts = [ground(palette.ground)]
  const pixel = (column: number, row: number, colour: string, wide = 1): string =>
    rect([column * size, row * size, size * wide, size], colour)
  for (let i = 0; i < 34; i++)
    parts.push(
      pixel(random.below(32), random.below(20), colourAt(palette, random.below(6)), 1).replace(
        /(width|height)="20"/g,
        '$1="6"',
      ),
    )
  const body = colourAt(palette, 1 + random.below(3))
  const shade = colourAt(palette, 2 + random.below(3))
  const light = colourAt(palette, 4)
  const half = 7
  for (let row = 0; row < 14; row++) {
    for (let column = 0; column < half; column++) {
      const centre = 1 - Math.hypot((half - column) / half, (row - 7) / 8.5)
      if (centre + random.range(-0.28, 0.34) < 0) continue
      const edge = centre < 0.12
      const colour = edge ? palette.ink : random.chance(0.25) ? shade : random.chance(0.12) ? light : body
      parts.push(pixel(9 + column, 5 + row, colour), pixel(22 - column, 5 + row, colour))
    }
  }
  const eyeRow = 9 + random.below(2)
  for (const column of [13, 18])
    parts.push(pixel(column, eyeRow, palette.ground), pixel(column, eyeRow + 1, palette.ink))
  parts.push(pixel(0, 21, colourAt(palette, 5), 32), pixel(0, 22, colourAt(palette, 1), 32))
  for (let column = 0; column < 32; column += 2)
    parts.push(pixel(column, 22, colourAt(palette, 2)), pixel(column + 1, 23, colourAt(palette, 2)))
  for (let i = 0; i < 3; i++)
    parts.push(
      pixel(2 + random.below(4) + i * 2, 20, light),
      pixel(25 + random.below(5), 20 - i, colourAt(palette, 5)),
    )
  return { body: `<g shape-rendering="crispEdges">${parts.join('')}</g>`, palette, lettering: 'foot' }
}
