import { useEffect, useState } from 'react'
import { after, DOUBLE_TAP_MS } from '../../browser/timers.ts'

/** The time limit of a press, for a release that does not arrive. */
const LONGEST_MS = 10_000

/**
 * Returns the old value from a press until half a second after its release (D18), so that a second tap finds the same
 * buttons (V9). If a list moved meanwhile, a touch would press a button of another row, and a click of the mouse would
 * be lost.
 * @returns the value to show, and a handler for `onPointerDown` of the element that shows it
 */
export function useHeldWhilePressed<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null)
  useEffect(() => {
    if (held === null) return undefined
    const end = () => setHeld(null)
    let cancel = after(LONGEST_MS, end)
    const release = () => {
      cancel()
      cancel = after(DOUBLE_TAP_MS, end)
    }
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      cancel()
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [held])
  // Each press creates a new object, so that its own time limits begin.
  const hold = () => setHeld((before) => ({ value: before === null ? value : before.value }))
  return [held === null ? value : held.value, hold]
}
