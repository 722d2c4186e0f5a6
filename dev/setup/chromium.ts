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
 * Turned off in every Chromium of the tests. The first two load a page of Chromium's own for the address bar of each
 * window, which takes as much of the processor as our app. The others are Playwright's: a second list replaces the first.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** What every Chromium of the tests is started with: no chatter with the net, and no sandbox where root runs it. */
export const chromiumFlags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** @returns the path of an installed Chromium (or `CHROMIUM_PATH`); null when there is none */
export function findChromium(): string | null {
  const set = process.env.CHROMIUM_PATH
  if (set) return existsSync(set) ? set : null
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...elsewhere].find((path) => existsSync(path)) ?? null
}

/** Installs Chromium where that is possible without asking: as root on Debian. @returns as `findChromium` */
export function installChromium(): string | null {
  return installDebianPackages('chromium', 'fonts-noto-core') ? findChromium() : null
}
