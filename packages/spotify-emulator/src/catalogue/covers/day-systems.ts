import { circle, colourAt, ground, n, type Palette, paletteAt, path, rect, ripple, SIDE, smooth, stroked, type VisualSystem } from './drawing.ts'

const TILES: readonly Palette[] = [
  { ground: '#f3ead9', ink: '#1f1d2b', colours: ['#e4572e', '#17789b', '#f3b43f', '#1f1d2b', '#f7c8b5'] },
  { ground: '#11224d', ink: '#f6efe2', colours: ['#f98125', '#fb9b50', '#f6efe2', '#5b84c4', '#e0516b'] },
  { ground: '#f5d0c5', ink: '#3b1f3f', colours: ['#d6336c', '#f28f3b', '#3b1f3f', '#fdf0d5', '#7b5ea7'] },
  { ground: '#0f3d3e', ink: '#f3eed9', colours: ['#e2b842', '#f3eed9', '#e86a4f', '#5fa8a0', '#0a2829'] },
  { ground: '#e8e4f3', ink: '#221a4a', colours: ['#4b3cc4', '#ff6b57', '#ffc145', '#221a4a', '#a7d8d2'] },
]

/** House: quarter circles, half circles and bars set on a grid, as a floor laid by a cheerful mason. */
export const mosaic: VisualSystem = (random, index) => {
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
      const front = colourAt(palette, first + 1 + random.below(palette.colours.length - 1))
      const turn = ` transform="rotate(${90 * random.below(4)} ${n(x + cell / 2)} ${n(y + cell / 2)})"`
      const bottom = n(y + cell)
      const shapes: readonly (() => string)[] = [
        () => rect(x - 0.3, y - 0.3, cell + 0.6, cell + 0.6, back) + path(`M${n(x)} ${n(y)}A${n(cell)} ${n(cell)} 0 0 1 ${n(x + cell)} ${bottom}L${n(x)} ${bottom}Z`, front, turn),
        () => rect(x - 0.3, y - 0.3, cell + 0.6, cell + 0.6, back) + path(`M${n(x)} ${n(y + cell / 2)}A${n(cell / 2)} ${n(cell / 2)} 0 0 1 ${n(x + cell)} ${n(y + cell / 2)}Z`, front, turn),
        () => rect(x - 0.3, y - 0.3, cell + 0.6, cell + 0.6, back) + circle(x + cell / 2, y + cell / 2, cell * 0.32, front),
        () => rect(x - 0.3, y - 0.3, cell + 0.6, cell + 0.6, back) + path(`M${n(x)} ${n(y)}L${n(x + cell)} ${bottom}L${n(x)} ${bottom}Z`, front, turn),
        () => rect(x - 0.3, y - 0.3, cell + 0.6, cell + 0.6, back) + `<g${turn}>${[0, 2].map((i) => rect(x, y + (i * cell) / 4, cell, cell / 4, front)).join('')}</g>`,
        () => path(`M${n(x)} ${n(y)}A${n(cell)} ${n(cell)} 0 0 1 ${n(x + cell)} ${bottom}L${n(x + cell * 0.5)} ${bottom}A${n(cell * 0.5)} ${n(cell * 0.5)} 0 0 0 ${n(x)} ${n(y + cell * 0.5)}Z`, back, turn),
      ]
      parts.push(random.pick(shapes)())
    }
  }
  return { body: parts.join(''), palette, lettering: 'foot' }
}

const BITS: readonly Palette[] = [
  { ground: '#1a1c2c', ink: '#f4f4f4', colours: ['#f4f4f4', '#41a6f6', '#3b5dc9', '#ef7d57', '#ffcd75', '#38b764'] },
  { ground: '#9bbc0f', ink: '#0f380f', colours: ['#0f380f', '#306230', '#8bac0f', '#0f380f', '#306230', '#8bac0f'] },
  { ground: '#fff0e0', ink: '#2b1b3d', colours: ['#2b1b3d', '#e8476a', '#f7a33c', '#3fa7a0', '#e8476a', '#f9d56e'] },
  { ground: '#2d1b4e', ink: '#fdf1ff', colours: ['#fdf1ff', '#ff6ec7', '#ffb86b', '#6ee7ff', '#8a5cf6', '#ffe66d'] },
]

/** Chiptune: a mirrored sprite on its own little stage. */
export const sprite: VisualSystem = (random, index) => {
  const palette = paletteAt(BITS, index)
  const size = 20
  const parts = [ground(palette.ground)]
  const pixel = (column: number, row: number, colour: string, wide = 1): string => rect(column * size, row * size, size * wide, size, colour)
  for (let i = 0; i < 34; i++) parts.push(pixel(random.below(32), random.below(20), colourAt(palette, random.below(6)), 1).replace(/(width|height)="20"/g, '$1="6"'))
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
  for (const column of [13, 18]) parts.push(pixel(column, eyeRow, palette.ground), pixel(column, eyeRow + 1, palette.ink))
  parts.push(pixel(0, 21, colourAt(palette, 5), 32), pixel(0, 22, colourAt(palette, 1), 32))
  for (let column = 0; column < 32; column += 2) parts.push(pixel(column, 22, colourAt(palette, 2)), pixel(column + 1, 23, colourAt(palette, 2)))
  for (let i = 0; i < 3; i++) parts.push(pixel(2 + random.below(4) + i * 2, 20, light), pixel(25 + random.below(5), 20 - i, colourAt(palette, 5)))
  return { body: `<g shape-rendering="crispEdges">${parts.join('')}</g>`, palette, lettering: 'foot' }
}

const SOUL: readonly Palette[] = [
  { ground: '#f4e3c1', ink: '#3a1d14', colours: ['#3a1d14', '#9c2c1f', '#de5b26', '#f0a830', '#f4e3c1'] },
  { ground: '#5b1a3a', ink: '#fbe9d0', colours: ['#fbe9d0', '#f5b942', '#ee6c4d', '#c8345a', '#5b1a3a'] },
  { ground: '#f2ead8', ink: '#123a3a', colours: ['#123a3a', '#2a8c82', '#efb23e', '#e2632f', '#f2ead8'] },
  { ground: '#2c2a4a', ink: '#fdf3dc', colours: ['#fdf3dc', '#f7a072', '#e4572e', '#7f5a9c', '#2c2a4a'] },
]

/** Funk: bands that run together, bend together and leave together. */
export const bands: VisualSystem = (random, index) => {
  const palette = paletteAt(SOUL, index)
  const width = random.range(25, 32)
  const parts = [ground(palette.ground)]
  const kind = index % 3
  palette.colours.slice(0, 4).forEach((colour, i) => {
    const r = 110 + i * width
    if (kind === 0) parts.push(stroked(`M${n(90 - width * 1.5 + i * width)} 0V250A${n(230 - i * width)} ${n(230 - i * width)} 0 0 0 ${n(320 - width * 1.5 + 0 * i)} ${n(480 - i * width)}H640`, colour, width + 0.6))
    else if (kind === 1) {
      parts.push(stroked(`M${n(320 - r)} 540V300A${n(r)} ${n(r)} 0 0 1 ${n(320 + r)} 300V540`, colour, width + 0.6))
    } else {
      parts.push(stroked(`M0 ${n(150 + i * width)}H${n(300)}A${n(190 - i * width)} ${n(190 - i * width)} 0 0 1 300 ${n(530 - i * width)}`, colour, width + 0.6), circle(300, 340, 190 - 4.6 * width, palette.colours[3] ?? colour, i === 3 ? ' opacity="0"' : ''))
    }
  })
  if (kind === 0) parts.push(circle(440, 170, 84, colourAt(palette, 2)), circle(440, 170, 50, colourAt(palette, 3)), circle(440, 170, 18, palette.ground))
  if (kind === 1) parts.push(circle(320, 300, 68, colourAt(palette, 3)), rect(252, 300, 136, 240, colourAt(palette, 3)), rect(0, 540, SIDE, 100, palette.ground))
  return { body: parts.join(''), palette, lettering: kind === 2 ? 'head' : 'foot' }
}

const TROPIC: readonly Palette[] = [
  { ground: '#f6efdf', ink: '#14323f', colours: ['#14323f', '#2f8f9d', '#f2b134', '#e4643d', '#b9d9cf'] },
  { ground: '#0f4c5c', ink: '#f8f1e0', colours: ['#f8f1e0', '#e9a23b', '#e36414', '#7fc8b8', '#9a031e'] },
  { ground: '#f7d9a8', ink: '#22333b', colours: ['#22333b', '#c8553d', '#588b8b', '#f28f3b', '#fff7e8'] },
  { ground: '#e9f0e6', ink: '#1d3a2f', colours: ['#1d3a2f', '#57a773', '#f4b942', '#ee6352', '#a9d6c5'] },
]

/** Bossa nova: the promenade's waves, a sun, and shapes cut with scissors. */
export const promenade: VisualSystem = (random, index) => {
  const palette = paletteAt(TROPIC, index)
  const parts = [ground(palette.ground)]
  const sun = { x: random.range(180, 460), y: random.range(170, 230), r: random.range(84, 124) }
  parts.push(circle(sun.x, sun.y, sun.r, colourAt(palette, 2)))
  const cuts = 3 + random.below(2)
  for (let i = 0; i < cuts; i++) {
    const x = random.range(60, 560)
    const lean = random.range(-70, 70)
    const w = random.range(26, 58)
    parts.push(path(`M${n(x)} ${n(random.range(120, 240))}L${n(x + lean + w)} 420L${n(x + lean - w)} 420Z`, colourAt(palette, [3, 1, 4, 0][i % 4] ?? 0), ' opacity=".94"'))
  }
  const rows = 4
  const period = 640 / (3 + (index % 2))
  for (let row = 0; row < rows; row++) {
    const y = 372 + row * 46
    const colour = row % 2 === 0 ? colourAt(palette, 0) : palette.ground
    let d = `M${n(-period)} ${n(y)}`
    for (let x = -period; x < SIDE + period; x += period) {
      d += `C${n(x + period * 0.22)} ${n(y - 44)} ${n(x + period * 0.28)} ${n(y - 44)} ${n(x + period * 0.5)} ${n(y)}S${n(x + period * 0.78)} ${n(y + 44)} ${n(x + period)} ${n(y)}`
    }
    parts.push(path(`${d}V${SIDE}H${n(-period)}Z`, colour))
  }
  parts.push(rect(0, 536, SIDE, 104, palette.ground))
  return { body: parts.join(''), palette, lettering: 'foot' }
}

const GARDEN: readonly Palette[] = [
  { ground: '#f1e8d6', ink: '#24352b', colours: ['#24352b', '#4f7151', '#c05a3c', '#d9a441'] },
  { ground: '#23352f', ink: '#f0e6cf', colours: ['#f0e6cf', '#a9bf8f', '#e0a458', '#d96c4f'] },
  { ground: '#e6d3b8', ink: '#4a2c2a', colours: ['#4a2c2a', '#7a5c3e', '#a8423f', '#5f7a61'] },
  { ground: '#dbe4dc', ink: '#1e3344', colours: ['#1e3344', '#4d6f86', '#c98b2b', '#8a4f5d'] },
]

/** Folk: stems, leaves and berries as if cut in lino. */
export const herbarium: VisualSystem = (random, index) => {
  const palette = paletteAt(GARDEN, index)
  const parts = [ground(palette.ground)]
  const stems = [3, 1, 5][index % 3] ?? 3
  const leafLength = stems === 1 ? 92 : 62
  for (let stem = 0; stem < stems; stem++) {
    const spread = (stem - (stems - 1) / 2) * (stems === 5 ? 92 : 150)
    const top = 66 + Math.abs(spread) * 0.3 + random.range(0, 24)
    const sway = random.range(-50, 50)
    const at = (t: number): [number, number] => [320 + spread * (0.35 + 0.65 * t) + sway * Math.sin(t * 2.6), 536 - t * (536 - top)]
    parts.push(stroked(smooth(Array.from({ length: 9 }, (_, i) => at(i / 8))), palette.ink, 5, ' stroke-linecap="round"'))
    const leaves = stems === 5 ? 7 : 9
    for (let leaf = 1; leaf <= leaves; leaf++) {
      const t = leaf / (leaves + 0.6)
      const [x, y] = at(t)
      const length = leafLength * (1.1 - 0.6 * t)
      for (const side of [-1, 1]) {
        if (random.chance(0.1)) continue
        const angle = side * (58 - 22 * t) + random.range(-7, 7)
        const colour = random.chance(0.16) ? colourAt(palette, 3) : colourAt(palette, (stem % 2) + (random.chance(0.3) ? 1 : 0))
        const l = n(length)
        parts.push(`<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})">${path(`M0 0C${n(length * 0.36)} -${n(length * 0.3)} ${n(length * 0.3)} -${n(length * 0.8)} 0 -${l}C-${n(length * 0.3)} -${n(length * 0.8)} -${n(length * 0.36)} -${n(length * 0.3)} 0 0Z`, colour)}<path d="M0 -4V-${n(length * 0.84)}" stroke="${palette.ground}" stroke-width="2.4"/></g>`)
      }
    }
    const [x, y] = at(1)
    parts.push(...(stem % 2 === 0 ? [0, 1, 2, 3, 4].map((i) => circle(x + 15 * Math.cos(i * 1.257 - 1.57), y + 15 * Math.sin(i * 1.257 - 1.57), 9.5, colourAt(palette, 2))) : []), circle(x, y, stem % 2 === 0 ? 8 : 13, colourAt(palette, stem % 2 === 0 ? 3 : 2)))
  }
  return { body: parts.join(''), palette, lettering: 'plate' }
}

const PAPER: readonly Palette[] = [
  { ground: '#f2c9a1', ink: '#3d2430', colours: ['#fbe3c0', '#e59a73', '#c96f5d', '#8d4a54', '#55303f'] },
  { ground: '#b8d0d4', ink: '#1f3140', colours: ['#f6ead2', '#8db3bb', '#5f8f9f', '#3e6a80', '#264a61'] },
  { ground: '#e7c6d0', ink: '#3a2148', colours: ['#fdf0dc', '#cf9ab2', '#a7749d', '#735187', '#46335f'] },
  { ground: '#d9d5b0', ink: '#2e3a26', colours: ['#fbf6df', '#b4b97f', '#8a9a5f', '#5f7748', '#3c5334'] },
]

/** Lo-fi: hills of cut paper, each casting a small shadow, under a late disc. */
export const papercut: VisualSystem = (random, index) => {
  const palette = paletteAt(PAPER, index)
  const parts = [ground(palette.ground)]
  const x = random.range(190, 450)
  const y = random.range(180, 240)
  for (const [i, r] of [150, 112, 74].entries()) parts.push(circle(x, y, r, colourAt(palette, 0), ` opacity="${[0.25, 0.45, 1][i]}"`))
  for (let layer = 0; layer < 4; layer++) {
    const height = ripple(random, 2)
    const base = 300 + layer * 72
    const points: [number, number][] = []
    for (let px = -40; px <= SIDE + 40; px += 80) points.push([px, base - 46 * height(px / SIDE / 1.2 + layer)])
    const d = `${smooth(points)}V${SIDE + 20}H-40Z`
    parts.push(path(d, '#000', ' opacity=".13" transform="translate(0 -8)"'), path(d, colourAt(palette, layer + 1)))
  }
  const wires = index % 2 === 0
  if (wires) {
    parts.push(stroked('M0 236Q320 300 640 214', palette.ink, 2.2), stroked('M0 256Q320 322 640 236', palette.ink, 2.2))
    for (let i = 0; i < 4; i++) {
      const t = random.range(0.12, 0.88)
      const by = (1 - t) ** 2 * 236 + 2 * t * (1 - t) * 300 + t * t * 214
      parts.push(`<ellipse cx="${n(t * 640)}" cy="${n(by - 7)}" rx="8" ry="6" fill="${palette.ink}"/>`)
    }
  } else {
    for (let i = 0; i < 26; i++) {
      const px = random.range(20, 620)
      const py = random.range(30, 420)
      parts.push(`<path d="M${n(px)} ${n(py)}l-7 26" stroke="${colourAt(palette, 0)}" stroke-width="2.4" stroke-linecap="round" opacity=".7"/>`)
    }
  }
  return { body: parts.join(''), palette: { ...palette, ink: colourAt(palette, 0) }, lettering: 'foot' }
}
