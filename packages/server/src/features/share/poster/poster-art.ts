import { type Command, type Outline, transformPath, stroke } from './outline.ts'
import { inks, type Mark, type Rect } from './sheet-types.ts'

const BEAMS = 132
/**
 * At the top and the bottom, cool and warm beams alternate. A beam is at the top or the bottom if the horizontal part of
 * its direction (a vector of length 1) is smaller than this.
 */
const MIXED = 0.16

/**
 * Draws beams around the code, with cool colours on the left and warm colours on the right.
 * @param seed the session id, which decides the lengths of the beams
 * @param centre of the circle; the beams start at `radius`
 * @param room the area for the beams
 */
export function soundArt(seed: string, centre: { x: number; y: number }, radius: number, room: Rect): Mark[] {
  const beamLength = createBeamLength(seed)
  const cool: Outline[] = []
  const warm: Outline[] = []
  const tip: Outline[] = []
  const width = ((2 * Math.PI * radius) / BEAMS) * 0.56
  for (let i = 0; i < BEAMS; i++) {
    const angle = ((i + 0.5) / BEAMS) * 2 * Math.PI
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const reach = reachWithin(room, centre, dx, dy) - radius - width
    const length = Math.max(3, Math.min(reach, radius * 1.25) * beamLength(angle))
    const at = (r: number) => ({ x: centre.x + dx * r, y: centre.y + dy * r })
    const side = Math.abs(dx) < MIXED ? i % 2 === 0 : dx < 0
    ;(side ? cool : warm).push(stroke(at(radius), at(radius + length), width))
    if (length > radius * 0.5)
      tip.push(stroke(at(radius + length + width * 2), at(radius + length + width * 2.01), width))
  }
  return [
    { ink: inks.cool, outline: cool.join('') },
    { ink: inks.warm, outline: warm.join('') },
    { ink: inks.night, outline: tip.join('') },
  ]
}

/**
 * Creates a function that returns the length of the beam at an angle. The length is from 0 to 1. It is a sum of waves
 * with a little noise, so that the beams look like sound.
 */
function createBeamLength(seed: string): (angle: number) => number {
  const chance = createSeededRandom(seed)
  const waves = [2, 3, 5, 7, 11].map((turns) => ({
    turns: turns + Math.floor(chance() * 3),
    phase: chance() * 2 * Math.PI,
    weight: 0.5 + chance(),
  }))
  const total = waves.reduce((sum, { weight }) => sum + weight, 0)
  return (angle) => {
    const swell = waves.reduce(
      (sum, { turns, phase, weight }) => sum + weight * Math.sin(angle * turns + phase),
      0,
    )
    const noise = 0.75 + 0.5 * chance()
    return Math.min(1, Math.max(0.06, (0.5 + (0.9 * swell) / total) * noise))
  }
}

function reachWithin(
  { x, y, width, height }: Rect,
  from: { x: number; y: number },
  dx: number,
  dy: number,
): number {
  const along = (d: number, low: number, high: number) => (d === 0 ? Infinity : (d > 0 ? high : low) / d)
  return Math.min(along(dx, x - from.x, x + width - from.x), along(dy, y - from.y, y + height - from.y))
}

const command = (type: string, ...values: number[]): Command => ({ type, values })

/**
 * Draws the logo: a cool and a warm note, joined by a beam.
 * @param edge the size of the logo in points
 */
export function logoMark(x: number, y: number, edge: number): Mark[] {
  const unit = edge / 64
  const drawn = (commands: Command[]) =>
    transformPath(commands, (px, py) => ({ x: x + px * unit, y: y + py * unit }))
  const stem = (left: number, top: number) =>
    drawn([
      command('M', left, top),
      command('L', left + 8, top),
      command('L', left + 8, top + 33),
      command('L', left, top + 33),
      command('Z'),
    ])
  return [
    { ink: inks.cool, outline: stem(20, 14) + drawn(noteHead(15.5, 49)) },
    { ink: inks.warm, outline: stem(51, 8) + drawn(noteHead(46.5, 43)) },
    {
      ink: inks.night,
      outline: drawn([
        command('M', 20, 13.5),
        command('C', 20, 12.1, 21, 10.9, 22.4, 10.6),
        command('L', 55.4, 3.7),
        command('C', 57.3, 3.3, 59, 4.7, 59, 6.6),
        command('L', 59, 18),
        command('L', 20, 26.2),
        command('Z'),
      ]),
    },
  ]
}

function noteHead(cx: number, cy: number): Command[] {
  const [rx, ry, turn] = [13, 9.6, (-22 * Math.PI) / 180]
  const point = (px: number, py: number): [number, number] => [
    cx + px * rx * Math.cos(turn) - py * ry * Math.sin(turn),
    cy + px * rx * Math.sin(turn) + py * ry * Math.cos(turn),
  ]
  const k = 0.5523
  return [
    command('M', ...point(1, 0)),
    command('C', ...point(1, k), ...point(k, 1), ...point(0, 1)),
    command('C', ...point(-k, 1), ...point(-1, k), ...point(-1, 0)),
    command('C', ...point(-1, -k), ...point(-k, -1), ...point(0, -1)),
    command('C', ...point(k, -1), ...point(1, -k), ...point(1, 0)),
    command('Z'),
  ]
}

/**
 * Creates a generator of random numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same
 * numbers.
 */
function createSeededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
