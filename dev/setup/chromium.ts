import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The features that Playwright turns off. They are repeated here, because our own list of features replaces
 * Playwright's.
 */
export const playwrightDisabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Features that open a hidden page for the address bar of each window. They are turned off, because such a page
 * uses as much CPU as the app.
 */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The flags of every Chromium of the tests: no background network traffic, and no sandbox under root. */
export const chromiumFlags = [
  `--disable-features=${[...playwrightDisabledFeatures, ...addressBarFeatures].join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const headlessShell = 'chromium-headless-shell'

/** Finds the first of these programs on the PATH. @returns its path; null if none is installed */
export function findOnPath(programs: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => programs.map((name) => join(folder, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

/** Finds an installed Chromium. @returns `CHROMIUM_PATH`, or the path of the browser; null if there is none */
export function findChromium(): string | null {
  const set = process.env.CHROMIUM_PATH
  if (set) return existsSync(set) ? set : null
  return findOnPath(names) ?? elsewhere.find((path) => existsSync(path)) ?? null
}

/**
 * Finds the Chromium that uses the least CPU: Debian's headless shell, or otherwise the full browser.
 * @returns `CHROMIUM_PATH`, or the path of the browser; null if there is none
 */
export function findLightChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return findChromium()
  return findOnPath([headlessShell]) ?? findChromium()
}

/** Installs Chromium on Debian as root. @returns the result of `findChromium` */
export function installChromium(): string | null {
  return installDebianPackages('chromium', 'fonts-noto-core') ? findChromium() : null
}

/** Installs Chromium's headless shell on Debian as root, if it is missing. */
export function installHeadlessShell(): void {
  if (!process.env.CHROMIUM_PATH && !findOnPath([headlessShell])) installDebianPackages(headlessShell)
}
