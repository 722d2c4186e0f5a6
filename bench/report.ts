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

type Goal = { readonly atMost: number } | { readonly exactly: number }

/** A figure, with its goal judged. */
export function row(what: string, value: number, unit: string, goal?: Goal): Row {
  const text = goal && ('atMost' in goal ? `<= ${goal.atMost}` : `= ${goal.exactly}`)
  const met = goal && ('atMost' in goal ? value <= goal.atMost : value === goal.exactly)
  return { what, value: round(value), unit, floor: null, ratio: null, goal: text ?? null, met: met ?? null }
}

/** The middle of several runs. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no run was measured')
  return middle
}

/** Prints the figures as a table and writes them to `bench/results/<name>.json`. */
export async function report(name: string, rows: readonly Row[]): Promise<void> {
  const wide = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, value, unit, goal, met } of rows) {
    const judged = goal === null ? '' : `goal ${goal} ${met === true ? 'met' : 'MISSED'}`
    console.log(`${what.padEnd(wide)}  ${String(value).padStart(10)} ${unit.padEnd(6)} ${judged}`)
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
