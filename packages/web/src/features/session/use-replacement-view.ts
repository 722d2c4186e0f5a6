import { type RefObject, useEffect, useRef } from 'react'

/**
 * Handles the keyboard in a view that replaces a list. The heading gets the focus, and Escape closes the view. Enter
 * in an input of the view does not submit the form around the view.
 * @param onDone called at Escape
 * @returns the refs of the view and of its heading, which needs `tabIndex={-1}`
 */
export function useReplacementView<View extends HTMLElement>(
  onDone: () => void,
): { view: RefObject<View | null>; heading: RefObject<HTMLHeadingElement | null> } {
  const view = useRef<View>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    view.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEscape(view, onDone)
  return { view, heading }
}

/**
 * When a view closes, gives the focus to the button that opened it.
 * @param open whether the view is open
 * @returns the ref of the button
 */
export function useFocusReturn(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return button
}

/**
 * Calls `onDone` at Escape in a view. Enter in an input of the view does not submit the form around the view.
 *
 * @param onDone the same function in each render
 */
export function useEscape(view: RefObject<HTMLElement | null>, onDone: () => void): void {
  useEffect(() => {
    const element = view.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      if (event.key !== 'Escape') return
      // Without this, the same Escape would also close the drawer.
      event.stopPropagation()
      onDone()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [view, onDone])
}
