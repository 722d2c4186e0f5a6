import * as z from 'zod/mini'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'

/** The largest correction, in milliseconds (Y1). */
export const LARGEST_MS = 500

const STORAGE_KEY = 'output-corrections'
/** The number of outputs that are remembered. */
const REMEMBERED_OUTPUTS = 20

const Corrections = z.record(z.string(), z.int().check(z.gte(-LARGEST_MS), z.lte(LARGEST_MS)))
/** The corrections in milliseconds, by the name of the output. The empty name is an output without a name. */
type Corrections = Readonly<Record<string, number>>

/** Parses the stored corrections. The result is empty when nothing valid is stored. */
export function parseCorrections(stored: string | null): Corrections {
  try {
    return stored === null ? {} : Corrections.parse(JSON.parse(stored))
  } catch {
    return {}
  }
}

/** Returns the nearest possible correction. */
export const limited = (ms: number): number =>
  Math.round(Math.min(LARGEST_MS, Math.max(-LARGEST_MS, ms))) || 0

/**
 * Returns the correction of an output. An output that the browser names for the first time has the correction that was
 * set while no output had a name.
 */
export function correctionOf(corrections: Corrections, output: string): number {
  const hasNames = Object.keys(corrections).some((name) => name !== '')
  return corrections[output] ?? (hasNames ? 0 : (corrections[''] ?? 0))
}

/**
 * Returns the corrections after a change. The value is also that of outputs without a name, because a browser may not
 * name the same output during the next visit.
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
 * How late the output of this device is, in milliseconds, as its person set or measured it (Y1). The sound is started
 * earlier by this time. It is stored in this browser for each output.
 */
export const pageCorrection = {
  ms: (): number => correctionOf(read(), output),
  /** Returns the name of the output. Empty if the browser does not say it. */
  output: (): string => output,
  set(ms: number): void {
    corrections = withCorrection(read(), output, ms)
    writeStored(STORAGE_KEY, JSON.stringify(corrections))
    listeners.notify()
  },
  /** Says which output plays now. */
  setOutput(name: string): void {
    if (name === output) return
    output = name
    listeners.notify()
  },
  /**
   * Adds a listener for changes of the correction and of the output.
   * @returns ends the subscription
   */
  subscribe: listeners.add,
}
