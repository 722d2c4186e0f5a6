/**
 * An invented host name, which only the Chromium of the journeys resolves. `localhost` is no alternative, because a
 * browser treats its pages as secure even over plain http.
 */
export const INSECURE_HOST = 'jointly.test'
