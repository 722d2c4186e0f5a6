import { useEffect, useState } from 'react'
import { type Kept, keep } from '../../shared/ui/states/use-kept.ts'

/**
 * Calls `run` when the value changes, but not for its first value.
 *
 * @param run the same function in each render
 * @param kept keeps the last value while the component is not mounted, so that a change in that time counts too
 */
export function useOnChange<T extends string | number>(
  value: T,
  run: () => void,
  kept?: Kept<T | null>,
): void {
  const [own] = useState(() => keep<T | null>(null))
  const before = kept ?? own
  useEffect(() => {
    const last = before.get()
    before.set(value)
    if (last !== null && last !== value) run()
  }, [value, run, before])
}
