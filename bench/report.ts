import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * One figure. `floor` is the value that the machine alone reaches, and `ratio` is the figure divided by `floor`.
 * `goal` is the goal in words, and `met` says whether it was reached. A missing value is null.
 */
export type Row = {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly floor: number | null
  readonly ratio: number | null
  readonly goal: string | null
  readonly met: boolean | null
}

/**
 * The goal of a figure. `ratioAtLeast` and `ratioAtMost` are for the ratio to the floor, and the others for the
 * figure itself.
 */
type Expected = {
  readonly atMost?: number
  readonly atLeast?: number
  readonly exactly?: number
  readonly ratioAtLeast?: number
  readonly ratioAtMost?: number
  readonly floor?: number | undefined
}

/**
 * Creates a figure and compares it with its goal.
 * @param expected the goal, and `floor`: the value that the machine alone, or another method, reached in the same
 * run, in the same unit
 */
export function row(what: string, value: number, unit: string, expected: Expected = {}): Row {
  const { floor } = expected
  const ratio = floor === undefined ? null : value / floor
  const { text, met } = compare(expected, value, ratio)
  return {
    what,
    value: round(value),
    unit,
    floor: floor === undefined ? null : round(floor),
    ratio: ratio === null ? null : Math.round(ratio * 100) / 100,
    goal: text,
    met,
  }
}

function compare(
  { atMost, atLeast, exactly, ratioAtLeast, ratioAtMost }: Expected,
  value: number,
  ratio: number | null,
): { text: string | null; met: boolean | null } {
  if (atMost !== undefined) return { text: `<= ${atMost}`, met: value <= atMost }
  if (atLeast !== undefined) return { text: `>= ${atLeast}`, met: value >= atLeast }
  if (exactly !== undefined) return { text: `= ${exactly}`, met: value === exactly }
  if (ratioAtLeast === undefined && ratioAtMost === undefined) return { text: null, met: null }
  if (ratio === null) throw new Error('a goal for a ratio needs a floor')
  if (ratioAtLeast !== undefined) return { text: `ratio >= ${ratioAtLeast}`, met: ratio >= ratioAtLeast }
  return { text: `ratio <= ${ratioAtMost}`, met: ratio <= (ratioAtMost ?? 0) }
}

/** Returns the median of several runs. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no run was measured')
  return middle
}

/** Returns the value below which this share (0 to 1) of all values is. A share of 0.5 gives the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

/** Prints the figures as a table and writes them to `bench/results/<name>.json`. */
export async function report(name: string, rows: readonly Row[]): Promise<void> {
  const wide = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, value, unit, floor, ratio, goal, met } of rows) {
    const beside = floor === null ? '' : `floor ${floor} ratio ${ratio}`
    const verdict = goal === null ? '' : `goal ${goal} ${met === true ? 'met' : 'MISSED'}`
    console.log(
      `${what.padEnd(wide)}  ${String(value).padStart(10)} ${unit.padEnd(8)} ${beside.padEnd(26)} ${verdict}`.trimEnd(),
    )
  }
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, `${name}.json`),
    `${JSON.stringify({ name, commit: commit(), rows }, null, 2)}\n`,
  )
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}
