const devices: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What a new passkey is called until its owner calls it otherwise: the kind of this device; null where it is unknown. */
export const deviceName = (userAgent: string): string | null =>
  devices.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
