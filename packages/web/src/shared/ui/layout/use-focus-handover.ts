import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to another element when the focused element is removed. Otherwise the next Tab would start at the
 * top of the page.
 * @param findTarget finds the other element; it is called before the removal and must be the same function in each
 * render
 * @returns the ref of the element that will be removed
 */
export function useFocusHandover<Leaving extends HTMLElement>(
  findTarget: (leaving: Leaving) => HTMLElement | null | undefined,
): RefObject<Leaving | null> {
  const leaving = useRef<Leaving>(null)
  useLayoutEffect(() => {
    const element = leaving.current
    return () => {
      if (element?.contains(document.activeElement)) findTarget(element)?.focus({ preventScroll: true })
    }
  }, [findTarget])
  return leaving
}

/**
 * Creates a function that finds the element that gets the focus when a row of a list is removed: an element of the next
 * or previous row, or otherwise what is around the list.
 * @param around the selector of the element around the list
 */
export const neighbourWith =
  (selector: string, around = 'section') =>
  (row: HTMLElement): HTMLElement | null =>
    (row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>(selector) ??
    row.closest<HTMLElement>(around)

const besideAlert = neighbourWith('a, button')

/**
 * Finds the element that gets the focus when the note about a failed load is removed: the part of the screen around the
 * note, the heading of the screen, or what is beside the note. The home list of a desktop may have none of them while it
 * is empty; then it is the heading of the screen beside it.
 */
export const aroundAlert = (alert: HTMLElement): HTMLElement | null =>
  alert.closest<HTMLElement>('[tabindex]') ??
  alert.closest('main')?.querySelector<HTMLElement>('h1[tabindex]') ??
  besideAlert(alert) ??
  document.querySelector('main h1[tabindex]')
