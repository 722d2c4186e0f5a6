import { type RefObject, useEffect } from 'react'

/**
 * Calls `onDone` if Escape is pressed in a view. Enter in an input of the view does not submit the form around the
 * view.
 * @param onDone the same function in each render
 */
export function useEscape(view: RefObject<HTMLElement | null>, onDone: () => void): void {
  useEffect(() => {
    const element = view.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      if (event.key !== 'Escape') return
      // Without this call, the same Escape would also close the drawer.
      event.stopPropagation()
      onDone()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [view, onDone])
}
