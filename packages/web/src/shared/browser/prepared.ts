declare global {
  interface Window {
    /**
     * Resolves when the prepared session shows its cover, or will show none. It is on the window, because the
     * script of the prepared page makes it and the app waits for it.
     */
    preparedSession?: Promise<void>
  }
}

const PLACE = 'prepared'

/** The app does not wait longer for the cover of the prepared session. */
const MOST_WAIT_MS = 400

/** The element for a prepared screen, which covers the app. Null as soon as the app has shown a screen. */
export const preparedPlace = (): HTMLElement | null => document.getElementById(PLACE)

/** Returns whether a prepared screen is on the page now. */
export const isPreparedShown = (): boolean => preparedPlace()?.hasChildNodes() ?? false

/** Removes the prepared screen. Call this in the commit that shows the first real screen. */
export const removePrepared = (): void => preparedPlace()?.remove()

/**
 * Waits until the prepared session shows its cover, so that the files of the app do not take the network from
 * it. Does not wait if no session is prepared.
 */
export async function waitForPreparedCover(): Promise<void> {
  if (!window.preparedSession) return
  const timeUp = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))
  await Promise.race([window.preparedSession, timeUp])
}
