// The first screen needs these addresses. This file imports no schemas, so that the first screen does not load the
// large table of all routes.

/** The path of the health check, which says whether the server can answer calls. */
export const HEALTH_PATH = '/api/health'

/** The path of the calls about one session. `:ssid` is the id of the session. */
export const SESSION_PATH = '/api/session/:ssid'

/** Returns the address of the call that opens a session. `sound=off` says that the client plays no sound yet (K1). */
export const openingAddress = (ssid: string): string => `${SESSION_PATH.replace(':ssid', ssid)}?sound=off`

/** Returns the path of a picture of a person (U3). */
export const picturePath = (id: string): string => `/picture/${id}`
