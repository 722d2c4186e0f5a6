// This file does not use React, because the small script of the prepared page imports it. Sizes are in em, so that a
// person with larger letters gets a layout with enough room. One em is 16 px in a browser with default settings.

export type Layout = 'phone' | 'desktop'

/** A window that is narrower than 620 px or lower than 512 px has the phone layout (spec section 2). */
const DESKTOP_QUERY = '(min-width: 38.75em) and (min-height: 32em)'

/** Returns the layout that fits the window now. */
export const windowLayout = (): Layout => (matchMedia(DESKTOP_QUERY).matches ? 'desktop' : 'phone')

/** The windows in which the panel of a session has room beside the player. */
const SIDE_PANEL_QUERIES: Record<Layout, string> = {
  phone: '(min-width: 43.75em), (min-width: 36.25em) and (height < 32em)',
  // In the desktop layout the window must be wider, because the home list takes a part of the width.
  desktop: '(width >= 60em)',
}

/** Returns whether the window now has room for the panel of a session beside the player. */
export const hasSidePanel = (): boolean => matchMedia(SIDE_PANEL_QUERIES[windowLayout()]).matches
