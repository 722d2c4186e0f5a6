import {
  circle,
  colourAt,
  ground,
  n,
  paletteAt,
  palettes,
  path,
  rect,
  ripple,
  SIDE,
  smooth,
  strokedPath,
  type CoverDesign,
} from './svg.ts'

const SOUL = palettes(
  '#f4e3c1 #3a1d14 #3a1d14 #9c2c1f #de5b26 #f0a830 #f4e3c1',
  '#5b1a3a #fbe9d0 #fbe9d0 #f5b942 #ee6c4d #c8345a #5b1a3a',
  '#f2ead8 #123a3a #123a3a #2a8c82 #efb23e #e2632f #f2ead8',
  '#2c2a4a #fdf3dc #fdf3dc #f7a072 #e4572e #7f5a9c #2c2a4a',
)

/** Funk: parallel bands that bend together. */
export const bands: CoverDesign = (random, index) => {
  const palette = paletteAt(SOUL, index)
  const width = random.range(25, 32)
  const parts = [ground(palette.ground)]
  const kind = index % 3
  palette.colours.slice(0, 4).forEach((colour, i) => {
    const r = 110 + i * width
    if (kind === 0)
      parts.push(
        strokedPath(
          `M${n(90 - width * 1.5 + i * width)} 0V250A${n(230 - i * width)} ${n(230 - i * width)} 0 0 0 ${n(320 - width * 1.5)} ${n(480 - i * width)}H640`,
          colour,
          width + 0.6,
        ),
      )
    else if (kind === 1) {
      parts.push(
        strokedPath(
          `M${n(320 - r)} 540V300A${n(r)} ${n(r)} 0 0 1 ${n(320 + r)} 300V540`,
          colour,
          width + 0.6,
        ),
      )
    } else {
      parts.push(
        strokedPath(
          `M0 ${n(150 + i * width)}H${n(300)}A${n(190 - i * width)} ${n(190 - i * width)} 0 0 1 300 ${n(530 - i * width)}`,
          colour,
          width + 0.6,
        ),
        circle([300, 340], 190 - 4.6 * width, palette.colours[3] ?? colour, i === 3 ? ' opacity="0"' : ''),
      )
    }
  })
  if (kind === 0)
    parts.push(
      circle([440, 170], 84, colourAt(palette, 2)),
      circle([440, 170], 50, colourAt(palette, 3)),
      circle([440, 170], 18, palette.ground),
    )
  if (kind === 1)
    parts.push(
      circle([320, 300], 68, colourAt(palette, 3)),
      rect([252, 300, 136, 240], colourAt(palette, 3)),
      rect([0, 540, SIDE, 100], palette.ground),
    )
  return { body: parts.join(''), palette, lettering: kind === 2 ? 'head' : 'foot' }
}

const TROPIC = palettes(
  '#f6efdf #14323f #14323f #2f8f9d #f2b134 #e4643d #b9d9cf',
  '#0f4c5c #f8f1e0 #f8f1e0 #e9a23b #e36414 #7fc8b8 #9a031e',
  '#f7d9a8 #22333b #22333b #c8553d #588b8b #f28f3b #fff7e8',
  '#e9f0e6 #1d3a2f #1d3a2f #57a773 #f4b942 #ee6352 #a9d6c5',
)

/** Bossa nova: the waves of a promenade, a sun and cut-out shapes. */
export const promenade: CoverDesign = (random, index) => {
  const palette = paletteAt(TROPIC, index)
  const parts = [ground(palette.ground)]
  const sun = { x: random.range(180, 460), y: random.range(170, 230), r: random.range(84, 124) }
  parts.push(circle([sun.x, sun.y], sun.r, colourAt(palette, 2)))
  const cuts = 3 + random.below(2)
  for (let i = 0; i < cuts; i++) {
    const x = random.range(60, 560)
    const lean = random.range(-70, 70)
    const w = random.range(26, 58)
    parts.push(
      path(
        `M${n(x)} ${n(random.range(120, 240))}L${n(x + lean + w)} 420L${n(x + lean - w)} 420Z`,
        colourAt(palette, [3, 1, 4, 0][i % 4] ?? 0),
        ' opacity=".94"',
      ),
    )
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
  parts.push(rect([0, 536, SIDE, 104], palette.ground))
  return { body: parts.join(''), palette, lettering: 'foot' }
}

const GARDEN = palettes(
  '#f1e8d6 #24352b #24352b #4f7151 #c05a3c #d9a441',
  '#23352f #f0e6cf #f0e6cf #a9bf8f #e0a458 #d96c4f',
  '#e6d3b8 #4a2c2a #4a2c2a #7a5c3e #a8423f #5f7a61',
  '#dbe4dc #1e3344 #1e3344 #4d6f86 #c98b2b #8a4f5d',
)

/** Folk: stems, leaves and berries like a linocut. */
export const herbarium: CoverDesign = (random, index) => {
  const palette = paletteAt(GARDEN, index)
  const parts = [ground(palette.ground)]
  const stems = [3, 1, 5][index % 3] ?? 3
  const leafLength = stems === 1 ? 92 : 62
  for (let stem = 0; stem < stems; stem++) {
    const spread = (stem - (stems - 1) / 2) * (stems === 5 ? 92 : 150)
    const top = 66 + Math.abs(spread) * 0.3 + random.range(0, 24)
    const sway = random.range(-50, 50)
    const at = (t: number): [number, number] => [
      320 + spread * (0.35 + 0.65 * t) + sway * Math.sin(t * 2.6),
      536 - t * (536 - top),
    ]
    parts.push(
      strokedPath(
        smooth(Array.from({ length: 9 }, (_, i) => at(i / 8))),
        palette.ink,
        5,
        ' stroke-linecap="round"',
      ),
    )
    const leaves = stems === 5 ? 7 : 9
    for (let leaf = 1; leaf <= leaves; leaf++) {
      const t = leaf / (leaves + 0.6)
      const [x, y] = at(t)
      const length = leafLength * (1.1 - 0.6 * t)
      for (const side of [-1, 1]) {
        if (random.chance(0.1)) continue
        const angle = side * (58 - 22 * t) + random.range(-7, 7)
        const colour = random.chance(0.16)
          ? colourAt(palette, 3)
          : colourAt(palette, (stem % 2) + (random.chance(0.3) ? 1 : 0))
        const l = n(length)
        parts.push(
          `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})">${path(`M0 0C${n(length * 0.36)} -${n(length * 0.3)} ${n(length * 0.3)} -${n(length * 0.8)} 0 -${l}C-${n(length * 0.3)} -${n(length * 0.8)} -${n(length * 0.36)} -${n(length * 0.3)} 0 0Z`, colour)}<path d="M0 -4V-${n(length * 0.84)}" stroke="${palette.ground}" stroke-width="2.4"/></g>`,
        )
      }
    }
    const [x, y] = at(1)
    parts.push(
      ...(stem % 2 === 0
        ? [0, 1, 2, 3, 4].map((i) =>
            circle(
              [x + 15 * Math.cos(i * 1.257 - 1.57), y + 15 * Math.sin(i * 1.257 - 1.57)],
              9.5,
              colourAt(palette, 2),
            ),
          )
        : []),
      circle([x, y], stem % 2 === 0 ? 8 : 13, colourAt(palette, stem % 2 === 0 ? 3 : 2)),
    )
  }
  return { body: parts.join(''), palette, lettering: 'plate' }
}

const PAPER = palettes(
  '#f2c9a1 #3d2430 #fbe3c0 #e59a73 #c96f5d #8d4a54 #55303f',
  '#b8d0d4 #1f3140 #f6ead2 #8db3bb #5f8f9f #3e6a80 #264a61',
  '#e7c6d0 #3a2148 #fdf0dc #cf9ab2 #a7749d #735187 #46335f',
  '#d9d5b0 #2e3a26 #fbf6df #b4b97f #8a9a5f #5f7748 #3c5334',
)

/** Lo-fi: hills of cut paper with shadows, below a sun. */
export const papercut: CoverDesign = (random, index) => {
  const palette = paletteAt(PAPER, index)
  const parts = [ground(palette.ground)]
  const x = random.range(190, 450)
  const y = random.range(180, 240)
  for (const [i, r] of [150, 112, 74].entries())
    parts.push(circle([x, y], r, colourAt(palette, 0), ` opacity="${[0.25, 0.45, 1][i]}"`))
  for (let layer = 0; layer < 4; layer++) {
    const height = ripple(random, 2)
    const base = 300 + layer * 72
    const points: [number, number][] = []
    for (let px = -40; px <= SIDE + 40; px += 80)
      points.push([px, base - 46 * height(px / SIDE / 1.2 + layer)])
    const d = `${smooth(points)}V${SIDE + 20}H-40Z`
    parts.push(
      path(d, '#000', ' opacity=".13" transform="translate(0 -8)"'),
      path(d, colourAt(palette, layer + 1)),
    )
  }
  const wires = index % 2 === 0
  if (wires) {
    parts.push(
      strokedPath('M0 236Q320 300 640 214', palette.ink, 2.2),
      strokedPath('M0 256Q320 322 640 236', palette.ink, 2.2),
    )
    for (let i = 0; i < 4; i++) {
      const t = random.range(0.12, 0.88)
      const by = (1 - t) ** 2 * 236 + 2 * t * (1 - t) * 300 + t * t * 214
      parts.push(`<ellipse cx="${n(t * 640)}" cy="${n(by - 7)}" rx="8" ry="6" fill="${palette.ink}"/>`)
    }
  } else {
    for (let i = 0; i < 26; i++) {
      const px = random.range(20, 620)
      const py = random.range(30, 420)
      parts.push(
        `<path d="M${n(px)} ${n(py)}l-7 26" stroke="${colourAt(palette, 0)}" stroke-width="2.4" stroke-linecap="round" opacity=".7"/>`,
      )
    }
  }
  return { body: parts.join(''), palette: { ...palette, ink: colourAt(palette, 0) }, lettering: 'foot' }
}
