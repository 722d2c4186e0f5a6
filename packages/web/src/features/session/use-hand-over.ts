import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Hands the focus on when what has it leaves the page: it would be nowhere, and the next Tab begin at the top.
 *
 * @param to finds who takes it, while what goes still stands in its place; stable between renders
 * @returns what goes is to be held by this
 */
export function useHandOver<Going extends HTMLElement>(
  to: (going: Going) => HTMLElement | null | undefined,
): RefObject<Going | null> {
  const going = useRef<Going>(null)
  useLayoutEffect(() => {
    const element = going.current
    return () => {
      if (element?.contains(document.activeElement)) to(element)?.focus({ preventScroll: true })
    }
  }, [to])
  return going
}
