import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children only after the elements around them are on the screen. React does this in short parts of work,
 * between which the browser can react.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
