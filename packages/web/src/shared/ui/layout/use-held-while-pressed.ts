import { useEffect, useState } from 'react'
import { after } from '../../browser/timers.ts'

/** The value is kept for this long after the release, because an impatient person taps a second time (V9). */
const SECOND_TAP_MS = 500
/** The value is not kept longer than this, in case the release does not arrive. */
const LONGEST_MS = 10_000

/**
 * Keeps the value that is on the screen from a press until half a second after its release (D18). If a list moved
 * meanwhile, a touch would press a button of another row, and a click of the mouse would be lost.
 * @returns the kept or the new value, and the handler for `onPointerDown` of the element that shows it
 */
export function useHeldWhilePressed<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null)
  useEffect(() => {
    if (held === null) return undefined
    const end = () => setHeld(null)
    let cancel = after(LONGEST_MS, end)
    const release = () => {
      cancel()
      cancel = after(SECOND_TAP_MS, end)
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
