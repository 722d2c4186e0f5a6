const PLACE = 'prepared'

/**
 * Returns the element with the prepared screen, which a script shows before the app has loaded (J7, J11). The
 * prepared screen covers the app. Null after the app has shown a screen.
 */
export const preparedPlace = (): HTMLElement | null => document.getElementById(PLACE)

/** Returns whether a prepared screen is on the page now. */
export const isPreparedShown = (): boolean => preparedPlace()?.hasChildNodes() ?? false

/** Removes the prepared screen. Call this in the layout effect of the first screen of the app. */
export const removePrepared = (): void => preparedPlace()?.remove()
