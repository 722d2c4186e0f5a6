import { type RefObject, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '../../browser/layout/after-paint.ts'
import { useReducedMotion } from '../../browser/layout/media.ts'
import { newKeys, type Position, shiftsBetween } from './flip.ts'

const MOVE_MS = 480
const EASING = 'cubic-bezier(0.2, 0.9, 0.25, 1.08)'

/**
 * Animates the rows of a list to their new positions (FLIP), and fades in new rows, so that people see the effect of
 * a vote. Each row needs `data-flip` with a stable key. With reduced motion nothing is animated.
 * @param list the element with the rows
 * @param order the keys of the rows in their order; a change of the order starts the animation
 */
export function useFlip(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const positions = useRef<ReadonlyMap<string, Position>>(null)
  const hasReducedMotion = useReducedMotion()
  const key = order.join('\n')
  useLayoutEffect(() => {
    const before = positions.current
    if (before === null)
      return afterPaint(() => {
        positions.current = positionsOf(rowsOf(list.current))
      })
    const rows = rowsOf(list.current)
    const after = positionsOf(rows)
    positions.current = after
    if (hasReducedMotion) return undefined
    const options = { duration: MOVE_MS, easing: EASING }
    for (const [name, { dx, dy }] of shiftsBetween(before, after))
      rows.get(name)?.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], options)
    for (const name of newKeys(before, after))
      rows.get(name)?.animate([{ opacity: 0, transform: 'translateY(14px)' }, {}], options)
    return undefined
  }, [list, key, hasReducedMotion])
}

function rowsOf(list: HTMLElement | null): ReadonlyMap<string, HTMLElement> {
  const rows = new Map<string, HTMLElement>()
  for (const row of list?.querySelectorAll<HTMLElement>('[data-flip]') ?? [])
    if (row.dataset.flip) rows.set(row.dataset.flip, row)
  return rows
}

/**
 * Returns the offsets of the rows from the nearest positioned ancestor. Scrolling and running animations do not change
 * them.
 */
function positionsOf(rows: ReadonlyMap<string, HTMLElement>): ReadonlyMap<string, Position> {
  return new Map([...rows].map(([name, row]) => [name, { top: row.offsetTop, left: row.offsetLeft }]))
}
