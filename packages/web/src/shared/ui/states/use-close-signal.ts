import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that returns the signal of the shown component. The signal is aborted when the component closes. */
export function useCloseSignal(): () => AbortSignal {
  const closing = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])
  return useCallback(() => closing.current.signal, [])
}
