import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the elements around them are on the screen. React does this in short parts, so that the
 * browser can react in between.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
