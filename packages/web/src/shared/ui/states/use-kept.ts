import { useCallback, useState } from 'react'

/** A value that outlives a component. When the component is shown again, it continues with this value. */
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
 * A state that outlives the component. When the component is mounted again, it continues with this state.
 *
 * @param kept the same object in each render
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
