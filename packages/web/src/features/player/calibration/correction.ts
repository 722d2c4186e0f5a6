import * as z from 'zod/mini'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'

/** The largest correction, in milliseconds (Y1). */
export const LARGEST_MS = 500

const STORAGE_KEY = 'output-corrections'
/** For how many outputs a correction is stored. */
const REMEMBERED_OUTPUTS = 20

const Corrections = z.record(z.string(), z.int().check(z.gte(-LARGEST_MS), z.lte(LARGEST_MS)))
/** The corrections in milliseconds, by the name of the output. The empty name stands for outputs without a name. */
type Corrections = Readonly<Record<string, number>>

/** Parses the stored corrections. The result is empty when nothing valid is stored. */
export function parseCorrections(stored: string | null): Corrections {
  try {
    return stored === null ? {} : Corrections.parse(JSON.parse(stored))
  } catch {
    return {}
  }
}

/** Rounds a correction to whole milliseconds, and limits it to the largest one. */
export const limited = (ms: number): number =>
  Math.round(Math.min(LARGEST_MS, Math.max(-LARGEST_MS, ms))) || 0

/**
 * Returns the correction of an output. If the browser has never named an output before, returns the correction that
 * was set for outputs without a name.
 */
export function correctionOf(corrections: Corrections, output: string): number {
  const hasNames = Object.keys(corrections).some((name) => name !== '')
  return corrections[output] ?? (hasNames ? 0 : (corrections[''] ?? 0))
}

/**
 * Returns the corrections after a change. The new value is also stored for outputs without a name, because at the
 * next visit the browser may not name the same output.
 */
export function withCorrection(corrections: Corrections, output: string, ms: number): Corrections {
  const { [output]: _, '': __, ...others } = corrections
  const kept = Object.entries(others).slice(1 - REMEMBERED_OUTPUTS)
  return { ...Object.fromEntries(kept), [output]: limited(ms), '': limited(ms) }
}

const listeners = createListeners()
let corrections: Corrections | null = null
let output = ''

const read = (): Corrections => (corrections ??= parseCorrections(readStored(STORAGE_KEY)))

/**
 * The correction of the current output, in milliseconds: how late the output is, as the person set or measured it
 * (Y1). The sound starts earlier by this time. Each output has its own correction, which is stored in this browser.
 */
export const pageCorrection = {
  ms: (): number => correctionOf(read(), output),
  /** Returns the name of the current output. Empty if the browser does not say it. */
  output: (): string => output,
  set(ms: number): void {
    corrections = withCorrection(read(), output, ms)
    writeStored(STORAGE_KEY, JSON.stringify(corrections))
    listeners.notify()
  },
  /** Sets the name of the current output. */
  setOutput(name: string): void {
    if (name === output) return
    output = name
    listeners.notify()
  },
  /**
   * Adds a listener for changes of the correction and of the output.
   * @returns a function that removes it
   */
  subscribe: listeners.add,
}
