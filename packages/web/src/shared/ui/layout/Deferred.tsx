import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Renders its children only after the elements around them are on the screen. React renders the children in short
 * parts, between which the browser can react.
 *
 * `useDeferredValue` would not do this inside of another `Deferred`: React renders both together, in one long task.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}
