import {
  circle,
  colourAt,
  ground,
  n,
  paletteAt,
  palettes,
  rect,
  SIDE,
  strokedPath,
  type CoverDesign,
} from './svg.ts'

const SALON = palettes(
  '#f5f0e6 #2b2320 #7a1f2b #2b2320 #b58b4a',
  '#14213d #f2e9d8 #e0c58f #f2e9d8 #8fa3c4',
  '#efe3e0 #2d2a3e #5a3d6b #2d2a3e #b76e79',
  '#1f2d27 #efe9d5 #d8c48a #efe9d5 #7fa08b',
)

/** Chamber: a rosette of fine lines, like the engraving on a banknote. */
export const rosette: CoverDesign = (random, index) => {
  const palette = paletteAt(SALON, index)
  const parts = [ground(palette.ground)]
  const petals = 5 + random.below(8)
  const layers = 13
  const depth = random.range(0.22, 0.46)
  const twist = random.range(0.012, 0.05)
  for (let layer = 0; layer < layers; layer++) {
    const radius = 44 + layer * 13.5
    let d = ''
    const steps = petals * 14
    for (let i = 0; i <= steps; i++) {
      const angle = (i / steps) * 2 * Math.PI
      const r =
        radius * (1 + depth * Math.sin(angle * petals + layer * twist * 40) * (0.35 + layer / layers / 1.6))
      d += `${i === 0 ? 'M' : 'L'}${n(320 + r * Math.cos(angle + layer * twist))} ${n(282 + r * Math.sin(angle + layer * twist))}`
    }
    parts.push(
      strokedPath(
        `${d}Z`,
        colourAt(palette, layer % 5 === 4 ? 2 : 0),
        layer === layers - 1 ? 2.6 : 1.5,
        ' stroke-linejoin="round"',
      ),
    )
  }
  parts.push(circle([320, 282], 15, colourAt(palette, 2)))
  return { body: parts.join(''), palette, lettering: 'plate' }
}

const SYSTEM = palettes(
  '#16130f #f3e6c8 #e0a526 #2f7d4f #c23b2e #f3e6c8',
  '#f1e4c6 #1d1a16 #1d1a16 #c4452d #2d6e4e #dfa32b',
  '#143329 #f5ead0 #f5ead0 #e2a72e #d1512d #0b1f19',
  '#b8432f #fff0d6 #fff0d6 #f0b13c #2b1a17 #2f7d5a',
)

/** Dub: a loudspeaker and its echoes. */
export const echoes: CoverDesign = (random, index) => {
  const palette = paletteAt(SYSTEM, index)
  const parts = [ground(palette.ground)]
  const kind = index % 3
  if (kind === 0) {
    for (let step = 5; step >= 0; step--) {
      const radius = 178 - step * 6
      const x = 230 + step * 48
      parts.push(
        circle(
          [x, 280],
          radius,
          step === 0 ? colourAt(palette, 0) : palette.ground,
          ` stroke="${colourAt(palette, step)}" stroke-width="${n(9 - step)}"`,
        ),
      )
    }
    for (const [i, r] of [136, 92, 46].entries())
      parts.push(
        circle([230, 280], r, [palette.ground, colourAt(palette, 2), palette.ground][i] ?? palette.ink),
      )
  } else if (kind === 1) {
    const cell = 25
    for (let row = 0; row < 20; row++) {
      for (let column = 0; column < 25; column++) {
        const distance = Math.hypot(column - 12, row - 9.6)
        const wave = 0.5 + 0.5 * Math.cos(distance * 0.95 - 0.6)
        const r = cell * (0.06 + 0.42 * wave * Math.exp(-((distance / 11.5) ** 3)))
        const band = distance < 3.4 ? 1 : distance < 7.2 ? 3 : distance < 10.6 ? 2 : 0
        parts.push(
          `<circle cx="${20 + column * cell}" cy="${42 + row * cell}" r="${n(r)}" fill="${colourAt(palette, band)}"/>`,
        )
      }
    }
  } else {
    const angle = random.range(-12, 12)
    const stripes = Array.from({ length: 9 }, (_, i) =>
      rect([-80, 96 + i * 47, 800, 40 - i * 4.1], colourAt(palette, i % 3), ` opacity="${n(1 - i * 0.06)}"`),
    ).join('')
    parts.push(
      `<g transform="rotate(${n(angle)} 320 300)">${stripes}</g>`,
      circle([320, 286], 128, palette.ground),
      circle([320, 286], 104, colourAt(palette, 1)),
      circle([320, 286], 58, palette.ground),
      circle([320, 286], 20, colourAt(palette, 0)),
      rect([0, 540, SIDE, 100], palette.ground),
    )
  }
  return { body: parts.join(''), palette, lettering: 'foot' }
}
