/** Formats milliseconds with their sign, such as `+180` or `−20`. */
export const signedMs = (ms: number): string => (ms < 0 ? `\u2212${-ms}` : `+${ms}`)
