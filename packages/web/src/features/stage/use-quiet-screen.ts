import { type RefObject, useEffect, useState } from 'react'

const DRIFT_EVERY_MS = 60_000
/** The places of parts that stand still, one after the other, in thousandths of the shorter edge. */
const DRIFT = [
  [0, 0],
  [6, 4],
  [-4, 7],
  [-7, -3],
  [3, -6],
] as const

/** Moves what stands still a little every minute, so that it does not burn in (X9). @returns a CSS transform */
export function useDrift(): string {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => (before + 1) % DRIFT.length), DRIFT_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const [x, y] = DRIFT[count] ?? DRIFT[0]
  return `translate(${x / 10}vmin, ${y / 10}vmin)`
}

const POINTER_SHOWN_MS = 3_000

/** Hides the pointer of the mouse while it does not move, by setting `data-pointer` on the element. */
export function useHiddenPointer(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      clearTimeout(timer)
      if (element.current) element.current.dataset.pointer = ''
      timer = setTimeout(() => delete element.current?.dataset.pointer, POINTER_SHOWN_MS)
    }
    addEventListener('pointermove', show)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', show)
    }
  }, [element])
}

const MEASURED_FRAMES = 40
/** Below this number of frames per second, the lights stand still. */
const SLOW_FPS = 24

/** Returns whether this device draws too slowly for moving lights. Measured once, some seconds after the start. */
export function useSlowDevice(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    let frame = 0
    const timer = setTimeout(() => {
      const start = performance.now()
      let count = 0
      const next = () => {
        count += 1
        if (count < MEASURED_FRAMES) frame = requestAnimationFrame(next)
        else setSlow((count * 1000) / (performance.now() - start) < SLOW_FPS)
      }
      frame = requestAnimationFrame(next)
    }, 4_000)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [])
  return isSlow
}
