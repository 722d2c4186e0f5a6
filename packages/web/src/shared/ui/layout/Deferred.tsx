import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children only after the elements around them are on the screen. React renders the children in short
 * parts, between which the browser can react.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
