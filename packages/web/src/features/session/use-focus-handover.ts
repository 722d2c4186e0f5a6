import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus when the element with the focus leaves the page. Otherwise the next Tab would start at the
 * top.
 *
 * @param findTarget finds the element that gets the focus, while the leaving element is still in its place;
 * stable between renders
 * @returns the ref of the leaving element
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
