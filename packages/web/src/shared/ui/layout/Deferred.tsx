import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the elements around it are on the screen. React renders them in short parts of
 * work, between which the browser can react.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
