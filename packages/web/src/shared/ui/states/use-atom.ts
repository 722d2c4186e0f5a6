import { useCallback, useState } from 'react'

/**
 * A value that lasts longer than a component. When the component is shown again, it continues with this value.
 */
export type Atom<T> = { get(): T; set(next: T): void }

export function createAtom<T>(first: T): Atom<T> {
  let value = first
  return {
    get: () => value,
    set(next) {
      value = next
    },
  }
}

/**
 * A state that lasts longer than the component. When the component is mounted again, it has the same state.
 *
 * @param atom must be the same object in each render
 */
export function useAtom<T>(atom: Atom<T>): [T, (next: T) => void] {
  const [value, setValue] = useState(() => atom.get())
  const setBoth = useCallback(
    (next: T) => {
      atom.set(next)
      setValue(next)
    },
    [atom],
  )
  return [value, setBoth]
}
