import { useEffect, useRef } from 'react'

/**
 * Runs something when a value is another than before, not when it is first there.
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
