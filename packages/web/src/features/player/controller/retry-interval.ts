/** The player tries again after this time while something that it needs is missing, in milliseconds (spec section 9). */
export const RETRY_MS = 200
