import { useSyncExternalStore } from 'react'

export type Layout = 'phone' | 'desktop'

/** A window that is narrower or lower than this, in CSS pixels, has the phone layout (spec section 2). */
export const PHONE_BELOW_WIDTH = 620
export const PHONE_BELOW_HEIGHT = 512

/** Returns the layout for a window of this size. */
export function layoutFor(widthPx: number, heightPx: number): Layout {
  return widthPx < PHONE_BELOW_WIDTH || heightPx < PHONE_BELOW_HEIGHT ? 'phone' : 'desktop'
}

/** Returns the layout for the window as it is now. */
export const windowLayout = (): Layout => layoutFor(window.innerWidth, window.innerHeight)

function onResize(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** The current layout of the window. The component renders again when it changes. */
export const useLayout = (): Layout => useSyncExternalStore(onResize, windowLayout)
