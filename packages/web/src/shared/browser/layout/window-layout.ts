// The parts of the layout that need no React, because the script of the prepared page uses them too.

export type Layout = 'phone' | 'desktop'

/** A window that is narrower or lower than this, in CSS pixels, has the phone layout (spec section 2). */
const PHONE_BELOW_WIDTH = 620
const PHONE_BELOW_HEIGHT = 512

/** Returns the layout for a window of this size. */
export function layoutFor(widthPx: number, heightPx: number): Layout {
  return widthPx < PHONE_BELOW_WIDTH || heightPx < PHONE_BELOW_HEIGHT ? 'phone' : 'desktop'
}

/** Returns the layout for the window as it is now. */
export const windowLayout = (): Layout => layoutFor(window.innerWidth, window.innerHeight)

/**
 * The media query for a window with room for the panel of a session beside the player. On a desktop the home
 * list takes a part of the width.
 */
export const sidePanelQuery = (layout: Layout): string =>
  layout === 'phone' ? '(width >= 700px), (width >= 580px) and (height < 512px)' : '(width >= 960px)'
