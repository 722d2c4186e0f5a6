import {
  circle,
  colourAt,
  glow,
  gradient,
  ground,
  n,
  paletteAt,
  palettes,
  path,
  rect,
  ripple,
  SIDE,
  strokedPath,
  type CoverDesign,
} from './svg.ts'

const DUSK = palettes(
  '#1b1038 #ffe9d6 #ffd27a #ff7a59 #e0417f #5b2a86 #1b1038',
  '#06223f #f3fbff #fff1c1 #ffb088 #e6637c #2d5f8a #06223f',
  '#0d1f2d #f2f4ec #f9f3b4 #9ee6c0 #2fa6a0 #1c5a78 #0d1f2d',
  '#2a0a2e #ffeaf4 #ffe3a8 #ff9a8b #ff4f9a #7a2b9c #2a0a2e',
)

/** Synthwave: a striped sun behind ridges, with its reflection in water. */
export const horizon: CoverDesign = (random, index) => {
  const palette = paletteAt(DUSK, index)
  const level = random.range(368, 420)
  const radius = random.range(128, 176)
  const sunX = random.range(220, 420)
  const sunY = level - random.range(30, 110)
  const parts = [
    `<defs>${gradient('sky', [
      [0, palette.ground],
      [45, colourAt(palette, 3)],
      [100, colourAt(palette, 2)],
    ])}${gradient('sun', [
      [0, colourAt(palette, 0)],
      [100, colourAt(palette, 1)],
    ])}${gradient('sea', [
      [0, colourAt(palette, 3)],
      [100, palette.ground],
    ])}<clipPath id="above"><rect width="${SIDE}" height="${n(level)}"/></clipPath></defs>`,
    rect([0, 0, SIDE, level], 'url(#sky)'),
  ]
  for (let i = 0; i < 26; i++)
    parts.push(
      circle(
        [random.range(0, SIDE), random.range(0, level * 0.55)],
        random.range(0.6, 1.6),
        palette.ink,
        ` opacity="${n(random.range(0.3, 0.9))}"`,
      ),
    )
  const slices: string[] = []
  for (let y = -radius; y < radius; ) {
    const share = (y + radius) / (2 * radius)
    const gap = share < 0.42 ? 0 : 2 + share * 10
    const height = share < 0.42 ? radius * 0.84 : 17 - share * 7
    slices.push(
      `<rect x="${n(sunX - radius)}" y="${n(sunY + y)}" width="${n(2 * radius)}" height="${n(height)}"/>`,
    )
    y += height + gap
  }
  parts.push(
    `<clipPath id="slits">${slices.join('')}</clipPath><g clip-path="url(#above)"><g clip-path="url(#slits)">${circle([sunX, sunY], radius, 'url(#sun)')}</g></g>`,
  )
  for (let ridge = 0; ridge < 2; ridge++) {
    const height = ripple(random, 6)
    let d = `M0 ${n(level)}`
    for (let x = 0; x <= SIDE; x += 16)
      d += `L${x} ${n(level - 10 - (34 - 16 * ridge) * (1 + height(x / SIDE)))}`
    parts.push(path(`${d}L${SIDE} ${n(level)}Z`, ridge === 0 ? colourAt(palette, 3) : palette.ground))
  }
  parts.push(rect([0, level, SIDE, SIDE - level], 'url(#sea)'))
  for (let i = 0; i < 15; i++) {
    const y = level + 7 + i * i * 0.95
    const width = radius * (1.5 - i * 0.075) * random.range(0.7, 1.1)
    parts.push(
      rect(
        [sunX - width / 2 + random.range(-14, 14), y, Math.max(18, width), 2 + i * 0.35],
        colourAt(palette, i < 7 ? 0 : 1),
        ` opacity="${n(0.85 - i * 0.045)}"`,
      ),
    )
  }
  return { body: parts.join(''), palette, lettering: 'foot' }
}

const VOLT = palettes(
  '#0b0b0d #f4f4f0 #f4f4f0 #ff3b1f',
  '#e9e6df #111111 #111111 #1f3bff',
  '#101418 #d8ff3e #d8ff3e #f1f3ee',
  '#d9dde0 #101214 #101214 #ff4a1c',
)

/** Techno: fields of distorted lines, rings or squares. */
export const interference: CoverDesign = (random, index) => {
  const palette = paletteAt(VOLT, index)
  const kind = index % 3
  const lines: string[] = []
  if (kind === 0) {
    const centres = [0, 1].map(() => ({
      x: random.range(160, 480),
      y: random.range(150, 430),
      force: random.range(50, 95),
      reach: random.range(80, 140),
    }))
    for (let y = -40; y < SIDE + 40; y += 13) {
      let d = ''
      for (let x = -10; x <= SIDE + 10; x += 18) {
        const push = centres.reduce(
          (sum, c, i) =>
            sum +
            (i === 0 ? 1 : -1) * c.force * Math.exp(-((x - c.x) ** 2 + (y - c.y) ** 2) / (2 * c.reach ** 2)),
          0,
        )
        d += `${d === '' ? 'M' : 'L'}${n(x)} ${n(y + push)}`
      }
      lines.push(d)
    }
    return {
      body:
        ground(palette.ground) +
        strokedPath(lines.join(''), colourAt(palette, 0), 5.4) +
        circle([random.range(470, 540), random.range(110, 170)], 34, colourAt(palette, 1)) +
        rect([0, 540, SIDE, 100], palette.ground),
      palette,
      lettering: 'plate',
    }
  }
  if (kind === 1) {
    const shift = random.range(34, 70)
    for (const [i, centre] of [SIDE / 2 - shift, SIDE / 2 + shift].entries()) {
      const rings = Array.from(
        { length: 19 },
        (_, ring) => `<circle cx="${n(centre)}" cy="280" r="${10 + ring * 12}"/>`,
      ).join('')
      lines.push(`<g fill="none" stroke="${colourAt(palette, i)}" stroke-width="4.6">${rings}</g>`)
    }
    return { body: ground(palette.ground) + lines.join(''), palette, lettering: 'plate' }
  }
  const columns = 16
  const cell = 500 / columns
  for (let row = 0; row < columns; row++) {
    for (let column = 0; column < columns; column++) {
      const distance = Math.hypot(column - columns * 0.42, row - columns * 0.55) / columns
      const size = cell * (0.14 + 0.78 * Math.abs(Math.sin(distance * 7 + index)))
      const special = random.chance(0.018)
      lines.push(
        rect(
          [70 + column * cell + (cell - size) / 2, 40 + row * cell + (cell - size) / 2, size, size],
          colourAt(palette, special ? 1 : 0),
        ),
      )
    }
  }
  return { body: ground(palette.ground) + lines.join(''), palette, lettering: 'plate' }
}

const AURORA = palettes(
  '#0c1b2a #e8f4f2 #2bb8a3 #7be0c3 #4a6fd8 #c5f0dc #163a5c',
  '#efe6dc #4a3f46 #f3b7a0 #e88b8b #c9b6e4 #fde3c0 #a9c6d9',
  '#1c1430 #f3e9f7 #7d4fd0 #d46fb3 #3c5fd6 #f5b28f #2b2358',
  '#dfe9ec #233a44 #9cc7d4 #f4f2e6 #6d9fb8 #cfe3d8 #b8b4d8',
  '#102018 #edf5e4 #4f8f5f #cfe08a #1f5a58 #f0e6b0 #2f6f50',
)

/** Ambient: soft lights and thin lines. */
export const drift: CoverDesign = (random, index) => {
  const palette = paletteAt(AURORA, index)
  const clouds = Array.from({ length: 9 }, (_, i) => ({
    id: `g${i}`,
    colour: colourAt(palette, i),
    x: random.range(-60, 700),
    y: random.range(-40, 680),
    rx: random.range(220, 420),
    ry: random.range(130, 300),
    turn: random.range(-40, 40),
  }))
  const defs = clouds.map((cloud) => glow(cloud.id, cloud.colour, 0.85)).join('')
  const body = clouds
    .map(
      (c) =>
        `<ellipse rx="${n(c.rx)}" ry="${n(c.ry)}" transform="translate(${n(c.x)} ${n(c.y)}) rotate(${n(c.turn)})" fill="url(#${c.id})"/>`,
    )
    .join('')
  const marks: readonly (() => string)[] = [
    () =>
      `<circle cx="320" cy="${n(random.range(250, 320))}" r="${n(random.range(110, 170))}" fill="none" stroke="${palette.ink}" stroke-width="1.6"/>`,
    () =>
      `<path d="M0 ${n(random.range(360, 430))}H640" stroke="${palette.ink}" stroke-width="1.6"/>${circle([random.range(180, 460), random.range(180, 260)], 26, palette.ink, ' opacity=".92"')}`,
    () =>
      Array.from(
        { length: 5 },
        (_, i) =>
          `<circle cx="320" cy="300" r="${40 + i * 34}" fill="none" stroke="${palette.ink}" stroke-width="1.2" opacity="${n(0.9 - i * 0.16)}"/>`,
      ).join(''),
  ]
  return {
    body: `<defs>${defs}</defs>${ground(palette.ground)}${body}${marks[index % marks.length]?.() ?? ''}`,
    palette,
    lettering: 'corners',
  }
}

const FOG = palettes(
  '#dcd9d2 #23282b #b9bdb9 #8f9a9b #647378 #3d4c52 #1d282d #d4573a',
  '#10151c #e9eef2 #1d2834 #2b3d4f #43607a #7493ab #b9cdd9 #f0a24a',
  '#f0d9c4 #33221f #e9b894 #d98c6a #b35c4c #743a3d #33221f #fff3df',
  '#c9d3d0 #16211f #a9bbb6 #7f9a95 #557570 #33534f #16302d #f6efdc',
)

/** Post-rock: ridges in fog and one distant light. */
export const ridges: CoverDesign = (random, index) => {
  const palette = paletteAt(FOG, index)
  const light = palette.colours.at(-1) ?? palette.ink
  const lines = index % 2 === 1
  const parts = [
    ground(palette.ground),
    circle([random.range(150, 490), random.range(186, 226)], random.range(26, 58), light),
  ]
  const rows = lines ? 22 : 6
  for (let row = 0; row < rows; row++) {
    const share = row / (rows - 1)
    const base = lines ? 200 + row * 15.5 : 250 + row * 64
    const height = ripple(random, 8)
    const reach = lines ? 92 * (1 - 0.35 * share) : 70 + 30 * share
    const centre = random.range(0.35, 0.65)
    let d = ''
    for (let x = 0; x <= SIDE; x += lines ? 11 : 20) {
      const t = x / SIDE
      const envelope = lines ? Math.exp(-((t - centre) ** 2) / 0.028) : 1
      const rise = lines ? Math.abs(height(t * 2.2)) * envelope : 0.5 + 0.5 * height(t)
      d += `${d === '' ? 'M' : 'L'}${x} ${n(base - reach * rise)}`
    }
    if (lines)
      parts.push(
        `<path d="${d}" fill="${palette.ground}" stroke="${palette.ink}" stroke-width="2.2" stroke-linejoin="round"/>`,
      )
    else parts.push(path(`${d}L${SIDE} ${SIDE}L0 ${SIDE}Z`, colourAt(palette, Math.min(row, 4))))
  }
  if (lines) parts.push(rect([0, 542, SIDE, 98], palette.ground))
  return { body: parts.join(''), palette, lettering: lines ? 'foot' : 'head' }
}
