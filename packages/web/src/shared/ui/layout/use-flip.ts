import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useReducedMotion } from '../../browser/media.ts'
import { newcomers, type Place, shiftsBetween } from './flip.ts'

const MOVE_MS = 480
const EASING = 'cubic-bezier(0.2, 0.9, 0.25, 1.08)'

/**
 * Lets the rows of a list glide to their new places when their order changes (FLIP), and new ones rise softly, so that
 * one sees what a vote did. Each row carries `data-flip` with a stable key. Does nothing when the person asked for
 * little motion.
 *
 * @param list the element whose rows move
 * @param order the keys in their order; a change of it starts the motion
 */
export function useFlip(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const places = useRef<ReadonlyMap<string, Place>>(new Map())
  const still = useReducedMotion()
  const key = order.join('\n')
  useLayoutEffect(() => {
    const rows = rowsOf(list.current)
    const after = placesOf(rows)
    const before = places.current
    places.current = after
    if (still) return
    const options = { duration: MOVE_MS, easing: EASING }
    for (const [name, { dx, dy }] of shiftsBetween(before, after))
      rows.get(name)?.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], options)
    for (const name of newcomers(before, after))
      rows.get(name)?.animate([{ opacity: 0, transform: 'translateY(14px)' }, {}], options)
  }, [list, key, still])
}

function rowsOf(list: HTMLElement | null): ReadonlyMap<string, HTMLElement> {
  const rows = new Map<string, HTMLElement>()
  for (const row of list?.querySelectorAll<HTMLElement>('[data-flip]') ?? [])
    if (row.dataset.flip) rows.set(row.dataset.flip, row)
  return rows
}

/** Offsets in the list, not on the screen: neither scrolling nor a running animation counts as a move. */
function placesOf(rows: ReadonlyMap<string, HTMLElement>): ReadonlyMap<string, Place> {
  return new Map([...rows].map(([name, row]) => [name, { top: row.offsetTop, left: row.offsetLeft }]))
}
