import { findOnPath } from './chromium.ts'
import { installDebianPackages } from './debian.ts'

/** Finds an installed Firefox. @returns `FIREFOX_PATH`, or the path of the browser; null if there is none */
export const findFirefox = (): string | null =>
  process.env.FIREFOX_PATH ?? findOnPath(['firefox-esr', 'firefox'])

/**
 * Finds the driver of WebKitGTK. The browser needs an invisible screen (Xvfb).
 * @returns the path of the driver; null if the driver or Xvfb is missing
 */
export const findWebKitDriver = (): string | null => findOnPath(['Xvfb']) && findOnPath(['WebKitWebDriver'])

/** Installs Firefox and WebKitGTK on Debian as root, if they are missing. */
export function installOtherBrowsers(): void {
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKitDriver() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ]
  if (missing.length > 0) installDebianPackages(...missing)
}
