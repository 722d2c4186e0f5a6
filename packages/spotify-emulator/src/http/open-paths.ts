/**
 * The beginnings of the paths that pages of every origin may call, as at Spotify. This is safe because each of these
 * requests needs a bearer token, a client secret or a signed address, which browsers do not add automatically, or gets
 * the same answer for everyone.
 */
export const openPaths: readonly string[] = ['/api/', '/accounts/api/', '/audio/', '/pictures/', '/sdk/']
