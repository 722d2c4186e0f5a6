import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When a view closes, gives the focus to the button that opened it.
 * @param open whether the view is open
 * @returns the ref of the button
 */
export function useFocusReturn(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return button
}
