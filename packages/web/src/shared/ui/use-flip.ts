import { type RefObject, useLayoutEffect, useRef } from 'react'

const MOVE_MS = 480
const EASING = 'cubic-bezier(0.2, 0.9, 0.25, 1.08)'

/**
 * Lets the rows of a list glide to their new places when their order changes (FLIP), so that one sees what a vote did.
 * Each row carries `data-flip` with a stable key. Does nothing when the person asked for little motion.
 *
 * @param list the element whose rows move
 * @param order the keys in their order; a change of it starts the motion
 */
export function useFlip(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const tops = useRef(new Map<string, number>())
  const key = order.join('\n')
  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<string, number>()
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []) {
      const name = row.dataset.flip ?? ''
      const before = tops.current.get(name)
      now.set(name, row.offsetTop)
      if (before === undefined || before === row.offsetTop || still) continue
      row.animate([{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: EASING,
      })
    }
    tops.current = now
  }, [list, key])
}
