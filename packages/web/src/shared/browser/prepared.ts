const PLACE = 'prepared'

/** The element for a prepared screen, which covers the app. Null as soon as the app has shown a screen. */
export const preparedPlace = (): HTMLElement | null => document.getElementById(PLACE)

/** Returns whether a prepared screen is on the page now. */
export const isPreparedShown = (): boolean => preparedPlace()?.hasChildNodes() ?? false

/** Removes the prepared screen. Call this in the layout effect of the first real screen. */
export const removePrepared = (): void => preparedPlace()?.remove()
