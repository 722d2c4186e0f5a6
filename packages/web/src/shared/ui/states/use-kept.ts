import { useCallback, useState } from 'react'

/** A value outside the components, for a component that is shown again later. */
export type Kept<T> = { get(): T; set(next: T): void }

export function keep<T>(first: T): Kept<T> {
  let value = first
  return {
    get: () => value,
    set(next) {
      value = next
    },
  }
}

/**
 * A state that is also kept outside the component. A component that is mounted later continues with it.
 *
 * @param kept the same between renders
 */
export function useKept<T>(kept: Kept<T>): [T, (next: T) => void] {
  const [value, setValue] = useState(() => kept.get())
  const setBoth = useCallback(
    (next: T) => {
      kept.set(next)
      setValue(next)
    },
    [kept],
  )
  return [value, setBoth]
}
