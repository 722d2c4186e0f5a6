import { useSyncExternalStore } from 'react'
import { type Layout, windowLayout } from './window-layout.ts'

function onResize(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Returns the layout that fits the window. The component renders again when it changes. */
export const useLayout = (): Layout => useSyncExternalStore(onResize, windowLayout)
