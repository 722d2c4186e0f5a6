/** A device in plain words, as far as its browser tells. */
export type Device = { browser: string | null; system: string | null }

/** The first that fits: most browsers also call themselves Chrome or Safari. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]

/** An iPad whose Safari asks for desktop sites says that it is a Mac. */
const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Longer than that of any browser. */
const USER_AGENT_LENGTH = 512

/**
 * The browser and system that a `User-Agent` header names. Only names of our own lists come out, so that nobody writes a
 * text of their choice into the list of logins.
 */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, USER_AGENT_LENGTH)
  const nameIn = (names: typeof browsers) => names.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}
