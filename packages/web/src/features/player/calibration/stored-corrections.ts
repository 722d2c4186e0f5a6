import { LARGEST_CORRECTION_MS } from '@jointly/contract'
import * as z from 'zod/mini'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'

const STORAGE_KEY = 'output-corrections'
/**
 * At most this number of named sound outputs have a stored correction. If there are more, the correction that was set
 * longest ago is deleted.
 */
const REMEMBERED_OUTPUTS = 20

const Corrections = z.record(
  z.string(),
  z.int().check(z.gte(-LARGEST_CORRECTION_MS), z.lte(LARGEST_CORRECTION_MS)),
)
/**
 * The delay correction of each sound output in milliseconds. The key is the name of the output. The empty name is for
 * outputs that the browser does not name.
 */
type Corrections = Readonly<Record<string, number>>

/** Parses the stored corrections. Empty if nothing is stored or the stored text is invalid. */
export function parseCorrections(stored: string | null): Corrections {
  try {
    return stored === null ? {} : Corrections.parse(JSON.parse(stored))
  } catch {
    return {}
  }
}

/** Rounds a correction to whole milliseconds and limits it to ± `LARGEST_CORRECTION_MS`. */
export const limited = (ms: number): number =>
  Math.round(Math.min(LARGEST_CORRECTION_MS, Math.max(-LARGEST_CORRECTION_MS, ms))) || 0

/**
 * Returns the correction of an output in milliseconds; 0 if none is stored for this output. Exception: while no named
 * output has a stored correction, every output uses the correction of outputs without a name.
 */
export function correctionOf(corrections: Corrections, output: string): number {
  const hasNames = Object.keys(corrections).some((name) => name !== '')
  return corrections[output] ?? (hasNames ? 0 : (corrections[''] ?? 0))
}

/**
 * Returns all corrections after one of them was changed. The new value is also stored under the empty name, because
 * the browser may not name the output at the next visit.
 */
export function withCorrection(corrections: Corrections, output: string, ms: number): Corrections {
  const { [output]: _, '': __, ...others } = corrections
  const recent = Object.entries(others).slice(1 - REMEMBERED_OUTPUTS)
  return { ...Object.fromEntries(recent), [output]: limited(ms), '': limited(ms) }
}

const listeners = createListeners()
let corrections: Corrections | null = null
let output = ''

const readAgain = (): Corrections => (corrections = parseCorrections(readStored(STORAGE_KEY)))
const read = (): Corrections => corrections ?? readAgain()

// Another tab changed its corrections. The key is null if it removed everything that is stored.
window.addEventListener('storage', ({ key }) => {
  if (key !== STORAGE_KEY && key !== null) return
  corrections = null
  listeners.notify()
})

/**
 * The delay correction of the current sound output. The sound of this page starts earlier by this number of
 * milliseconds; if it is negative, later (Y1). The person sets or measures the correction. This browser stores one
 * correction for each output.
 */
export const pageCorrection = {
  ms: (): number => correctionOf(read(), output),
  /** Returns the name of the current sound output. Empty if the browser does not name it. */
  output: (): string => output,
  set(ms: number): void {
    // Another tab may have stored a correction of another output. It must not be lost.
    corrections = withCorrection(readAgain(), output, ms)
    writeStored(STORAGE_KEY, JSON.stringify(corrections))
    listeners.notify()
  },
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
