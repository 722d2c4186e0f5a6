import { useEffect, useState } from 'react'
import { after } from '../../browser/timers.ts'

/** The longest time from the release of a finger to the click that the browser makes of it. */
const CLICK_MS = 100
/** The value is not kept longer than this, in case the release does not arrive. */
const LONGEST_MS = 10_000

/**
 * Keeps the value that is on the screen until a press ends (D18). If a list moved between the
 * press and the release, a touch would press a button of another row, and a click of the mouse would be lost.
 * @returns the value to show, and the handler for `onPointerDown` of the element that shows it
 */
export function useHeldWhilePressed<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null)
  useEffect(() => {
    if (held === null) return undefined
    const end = () => setHeld(null)
    let cancel = after(LONGEST_MS, end)
    const release = () => {
      cancel()
      cancel = after(CLICK_MS, end)
    }
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    addEventListener('click', end)
    return () => {
      cancel()
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      removeEventListener('click', end)
    }
  }, [held])
  return [held === null ? value : held.value, () => setHeld((before) => before ?? { value })]
}
