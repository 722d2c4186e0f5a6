const devices: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns the default name of a new passkey: the kind of this device. Null if it is not known. */
export const deviceName = (userAgent: string): string | null =>
  devices.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
