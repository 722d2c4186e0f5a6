import { useEffect, useRef } from 'react'

/**
 * Calls `run` when the value changes, but not for its first value.
 *
 * @param run stable between renders
 */
export function useOnChange(value: string | number, run: () => void): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    run()
  }, [value, run])
}
