/**
 * The path of a session. It is in a file without schemas, because the app fetches the first session before it has
 * loaded the call table.
 */
export const SESSION_PATH = '/api/session/:ssid'

/** Returns the address of a session. @param ssid the id, as in a valid link */
export const sessionAddress = (ssid: string): string => SESSION_PATH.replace(':ssid', ssid)
