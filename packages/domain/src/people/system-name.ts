/** The first match counts. So `Android` is before `Linux`, because Android devices report both. */
const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Reads the system of a device, such as `iPhone`, from a `User-Agent` header. Null if it is unknown. */
export function systemName(userAgent: string): string | null {
  return systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}
