import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a view that takes the place of a list until it is done: its heading takes the focus, Escape ends it, and Enter
 * in its search does not submit a form around it.
 *
 * @param onDone called at Escape
 * @returns what the view and its heading (with `tabIndex={-1}`) are to be held by
 */
export function useTakeover<View extends HTMLElement>(
  onDone: () => void,
): { view: RefObject<View | null>; heading: RefObject<HTMLHeadingElement | null> } {
  const view = useRef<View>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    view.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    const element = view.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      if (event.key !== 'Escape') return
      // Else the drawer would take it for itself.
      event.stopPropagation()
      onDone()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [onDone])
  return { view, heading }
}

/**
 * Gives the focus back to the button that opened a view, once the view is gone.
 *
 * @param open whether the view is there
 */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return button
}
