import { useEffect, useRef } from 'react'

/**
 * Calls `run` when the value changes, but not for its first value.
 * @param run the same function in each render
 */
export function useOnChange(value: string | number, run: () => void): void {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    run()
  }, [value, run])
}
