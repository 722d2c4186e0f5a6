import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Returns whether a media query matches. The component renders again when the result changes. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query])
  // The function is always the same, because React subscribes again if it is a new one.
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}

/** Returns whether the person asked the system for reduced motion. */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
