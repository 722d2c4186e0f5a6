// These addresses are in a file without schemas, because the first screen needs them and must not load the call table.

/** The path that says whether the server can serve. */
export const HEALTH_PATH = '/api/health'

/** The path of a session. */
export const SESSION_PATH = '/api/session/:ssid'

/** Returns the address of a session. @param ssid the id, as in a valid link */
export const sessionAddress = (ssid: string): string => SESSION_PATH.replace(':ssid', ssid)

/** The address of a picture. */
export const picturePath = (id: string): string => `/picture/${id}`
