/** A path as PDF operators, in points from the upper left corner of the page. */
export type Outline = string

export type Point = { x: number; y: number }

const num = (value: number): string => String(Math.round(value * 100) / 100)
const at = (...values: number[]): string => values.map(num).join(' ')

/** The length of a Bézier handle for a quarter circle, as a multiple of the radius. */
const ARC = 0.5523

export function rectangle(x: number, y: number, width: number, height: number): Outline {
  return `${at(x, y, width, height)} re\n`
}

/** Returns the path of a square with round corners. @param r the radius of the corners */
export function roundedSquare(x: number, y: number, edge: number, r: number): Outline {
  const k = r * (1 - ARC)
  const [right, bottom] = [x + edge, y + edge]
  return [
    `${at(x + r, y)} m`,
    `${at(right - r, y)} l ${at(right - k, y, right, y + k, right, y + r)} c`,
    `${at(right, bottom - r)} l ${at(right, bottom - k, right - k, bottom, right - r, bottom)} c`,
    `${at(x + r, bottom)} l ${at(x + k, bottom, x, bottom - k, x, bottom - r)} c`,
    `${at(x, y + r)} l ${at(x, y + k, x + k, y, x + r, y)} c h\n`,
  ].join('\n')
}

/** Returns the path of a line with round ends. */
export function stroke(from: Point, to: Point, width: number): Outline {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const r = width / 2
  const [ux, uy] = [((to.x - from.x) / length) * r, ((to.y - from.y) / length) * r]
  const cap = ({ x, y }: Point, [dx, dy]: [number, number], [sx, sy]: [number, number]) => [
    `${at(x + sx + dx * ARC, y + sy + dy * ARC, x + dx + sx * ARC, y + dy + sy * ARC, x + dx, y + dy)} c`,
    `${at(x + dx - sx * ARC, y + dy - sy * ARC, x - sx + dx * ARC, y - sy + dy * ARC, x - sx, y - sy)} c`,
  ]
  return [
    `${at(from.x - uy, from.y + ux)} m ${at(to.x - uy, to.y + ux)} l`,
    ...cap(to, [ux, uy], [-uy, ux]),
    `${at(from.x + uy, from.y - ux)} l`,
    ...cap(from, [-ux, -uy], [uy, -ux]),
    'h\n',
  ].join('\n')
}

export type Command = { type: string; values: number[] }

/**
 * Converts a glyph or drawing to a path on the page.
 * @param commands M, L, Q, C and Z with absolute coordinates
 * @param place maps the coordinates of a command to the page
 */
export function transformPath(commands: readonly Command[], place: (x: number, y: number) => Point): Outline {
  let pen: Point = { x: 0, y: 0 }
  let outline = ''
  for (const { type, values } of commands) {
    const points: Point[] = []
    for (let i = 0; i + 1 < values.length; i += 2) points.push(place(values[i] ?? 0, values[i + 1] ?? 0))
    const curve = type === 'Q' ? cubic(pen, points) : points
    const letter = { M: 'm', L: 'l', Q: 'c', C: 'c', Z: 'h' }[type]
    if (letter === undefined) throw new Error(`a path has no command ${type}`)
    outline += `${[...curve.map(({ x, y }) => at(x, y)), letter].join(' ')}\n`
    pen = points.at(-1) ?? pen
  }
  return outline
}

function cubic(from: Point, [control = from, to = from]: Point[]): Point[] {
  const toward = (end: Point): Point => ({
    x: end.x + ((control.x - end.x) * 2) / 3,
    y: end.y + ((control.y - end.y) * 2) / 3,
  })
  return [toward(from), toward(to), to]
}
