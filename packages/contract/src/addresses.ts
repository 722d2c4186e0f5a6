// These addresses are in a file without schemas, because the first screen needs them and must not load the call table.

/** The path of the health check, which says whether the server can answer calls. */
export const HEALTH_PATH = '/api/health'

/** The path of a session. */
export const SESSION_PATH = '/api/session/:ssid'

/** Returns the address of the call that opens a session, before any sound plays (K1). */
export const openingAddress = (ssid: string): string => `${SESSION_PATH.replace(':ssid', ssid)}?sound=off`

/** The address of a picture. */
export const picturePath = (id: string): string => `/picture/${id}`
