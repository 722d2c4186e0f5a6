/** The path of short links, to which the session code is added (J4). */
export const SHORT_LINK_PATH = '/s/'

/**
 * Returns the short link of a session (J4).
 *
 * @param origin without a trailing slash
 * @param code in its stored form
 */
export const shortLink = (origin: string, code: string): string => `${origin}${SHORT_LINK_PATH}${code}`

/** Returns whether a host name or address means the machine itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
