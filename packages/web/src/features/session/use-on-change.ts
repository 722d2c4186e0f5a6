import { useEffect, useState } from 'react'
import { type Atom, createAtom } from '../../shared/ui/states/use-atom.ts'

/**
 * Calls `run` when the value changes, but not for its first value.
 * @param run the same function in each render
 * @param atom stores the last value while the component is not mounted, so that `run` is also called after a change
 * during that time
 */
export function useOnChange<T extends string | number>(
  value: T,
  run: () => void,
  atom?: Atom<T | null>,
): void {
  const [own] = useState(() => createAtom<T | null>(null))
  const before = atom ?? own
  useEffect(() => {
    const last = before.get()
    before.set(value)
    if (last !== null && last !== value) run()
  }, [value, run, before])
}
