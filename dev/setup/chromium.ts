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
 * Features that are off in every Chromium of the tests. The first two load a page of Chromium for the address bar of
 * each window, which costs as much processor time as the app. The others are those of Playwright, because a second list
 * replaces the first.
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

/** The flags of every Chromium of the tests: no background network traffic, and no sandbox under root. */
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

/** Installs Chromium on Debian as root. @returns as `findChromium` */
export function installChromium(): string | null {
  return installDebianPackages('chromium', 'fonts-noto-core') ? findChromium() : null
}
