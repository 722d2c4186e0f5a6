import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * One figure. `floor` is what the machine alone could do, `ratio` the figure's share of it, `goal` what was aimed at
 * (with its comparison) and `met` whether it was reached; null where there is none.
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

/** What a figure should reach; `ratioAtLeast` and `ratioAtMost` judge its share of the floor, the others the figure. */
type Goal =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly exactly: number }
  | { readonly ratioAtLeast: number }
  | { readonly ratioAtMost: number }

/**
 * A figure, with its goal judged.
 *
 * @param floor what the machine alone, or the other way, did in the same run, in the same unit
 */
export function row(what: string, value: number, unit: string, goal?: Goal, floor?: number): Row {
  const ratio = floor === undefined ? null : value / floor
  const { text, met } = goal ? judge(goal, value, ratio) : { text: null, met: null }
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

function judge(goal: Goal, value: number, ratio: number | null): { text: string; met: boolean } {
  if ('atMost' in goal) return { text: `<= ${goal.atMost}`, met: value <= goal.atMost }
  if ('atLeast' in goal) return { text: `>= ${goal.atLeast}`, met: value >= goal.atLeast }
  if ('exactly' in goal) return { text: `= ${goal.exactly}`, met: value === goal.exactly }
  if (ratio === null) throw new Error('a goal for a ratio needs a floor')
  if ('ratioAtLeast' in goal)
    return { text: `ratio >= ${goal.ratioAtLeast}`, met: ratio >= goal.ratioAtLeast }
  return { text: `ratio <= ${goal.ratioAtMost}`, met: ratio <= goal.ratioAtMost }
}

/** The middle of several runs. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no run was measured')
  return middle
}

/** The value below which this share of all lies: 0.5 is the median, 0.99 leaves the slowest hundredth out. */
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
    const judged = goal === null ? '' : `goal ${goal} ${met === true ? 'met' : 'MISSED'}`
    console.log(
      `${what.padEnd(wide)}  ${String(value).padStart(10)} ${unit.padEnd(8)} ${beside.padEnd(26)} ${judged}`.trimEnd(),
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
