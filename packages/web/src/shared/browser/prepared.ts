declare global {
  interface Window {
    /**
     * Resolves when the prepared session shows its cover, or when it is certain that no cover will be shown. The
     * script of the prepared page creates it, and the app waits for it. So it is on the window.
     */
    preparedSession?: Promise<void>
  }
}

const PLACE = 'prepared'

/** The app waits at most this long for the cover of the prepared session. */
const MOST_WAIT_MS = 400

/** The element for a prepared screen, which covers the app. Null as soon as the app has shown a screen. */
export const preparedPlace = (): HTMLElement | null => document.getElementById(PLACE)

/** Returns whether a prepared screen is on the page now. */
export const isPreparedShown = (): boolean => preparedPlace()?.hasChildNodes() ?? false

/** Removes the prepared screen. Call this in the layout effect of the first real screen. */
export const removePrepared = (): void => preparedPlace()?.remove()

/**
 * Waits until the prepared session shows its cover. Otherwise the files of the app would slow down the loading of the
 * cover. Does not wait if no session is prepared.
 */
export async function waitForPreparedCover(): Promise<void> {
  if (!window.preparedSession) return
  const timeUp = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))
  await Promise.race([window.preparedSession, timeUp])
}
