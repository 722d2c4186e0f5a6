import { systemName } from '@jointly/domain'

/** The browser and system of a login. Null if unknown. */
export type Device = { browser: string | null; system: string | null }

/**
 * Browsers with the pattern that recognises them. The first match counts, because most browsers also send the
 * name Chrome or Safari.
 */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]

/** Longer `User-Agent` headers are cut to this length. Browsers send shorter headers. */
const USER_AGENT_LENGTH = 512

/**
 * Reads browser and system from a `User-Agent` header. Only names from our lists are returned, so that no
 * client can put its own text into the list of logins.
 */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, USER_AGENT_LENGTH)
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  return { browser, system: systemName(text) }
}
