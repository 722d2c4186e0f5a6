import { createContext, type RefObject, useEffect, useState } from 'react'
import { after } from '../../shared/browser/timers.ts'

const SHIFT_EVERY_MS = 60_000
/**
 * The still parts of the screen use these offsets one after another, so that they do not burn into the screen (X9).
 * In thousandths of the shorter edge of the screen.
 */
const SHIFTS = [
  [0, 0],
  [6, 4],
  [-4, 7],
  [-7, -3],
  [3, -6],
] as const

/**
 * Returns a CSS transform for the still parts of the screen. It changes a little every minute, so that these parts
 * do not burn into the screen (X9).
 */
export function useScreenShift(): string {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => (before + 1) % SHIFTS.length), SHIFT_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const [x, y] = SHIFTS[count] ?? SHIFTS[0]
  return `translate(${x / 10}vmin, ${y / 10}vmin)`
}

const POINTER_SHOWN_MS = 3_000

/**
 * Shows the mouse pointer only while it moves. A move sets `data-pointer` on the element, and a timer removes it.
 */
export function useHiddenPointer(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let cancelHide: (() => void) | undefined
    const show = () => {
      cancelHide?.()
      if (element.current) element.current.dataset.pointer = ''
      cancelHide = after(POINTER_SHOWN_MS, () => delete element.current?.dataset.pointer)
    }
    addEventListener('pointermove', show)
    return () => {
      cancelHide?.()
      removeEventListener('pointermove', show)
    }
  }, [element])
}

/** The React context that says whether this device is too slow for moving lights. */
export const SlowDevice = createContext(false)

const MEASURED_MS = 3_000
/** The delay of the first measurement, in milliseconds. The cover is usually visible by then. */
const MEASURED_AFTER_MS = 3_000
/**
 * The pause between two measurements in milliseconds. A fast device is measured again, because the lights of some
 * covers take longer to draw.
 */
const MEASURED_EVERY_MS = 30_000
/**
 * The minimum number of frames per second. On a slower device, the lights stop and the progress bar moves in steps.
 */
const SLOW_FPS = 24

/**
 * Returns whether this device is too slow for moving lights (X9). After the first slow measurement, the result
 * stays true.
 */
export function useSlowDevice(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    let frame = 0
    let cancelTimer = after(MEASURED_AFTER_MS, measure)
    function measure() {
      let count = 0
      const next = () => {
        count += 1
        frame = requestAnimationFrame(next)
      }
      frame = requestAnimationFrame(next)
      cancelTimer = after(MEASURED_MS, () => {
        cancelAnimationFrame(frame)
        // The browser draws no frames of a hidden page, so the measurement does not count.
        const isVisible = document.visibilityState === 'visible'
        if (isVisible && (count * 1000) / MEASURED_MS < SLOW_FPS) setSlow(true)
        else cancelTimer = after(MEASURED_EVERY_MS, measure)
      })
    }
    return () => {
      cancelTimer()
      cancelAnimationFrame(frame)
    }
  }, [])
  return isSlow
}
