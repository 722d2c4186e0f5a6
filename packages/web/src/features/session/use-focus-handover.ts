import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to another element when the element with the focus is removed, because the next Tab would
 * otherwise start at the top of the page.
 * @param findTarget finds the element that gets the focus, before the other element is removed; stable between
 * renders
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
