/** Decibels that bring each song to the common loudness, by track id. Measured, not written: see `measure-loudness.ts`. */
export const GAIN_DB: Readonly<Record<string, number>> = {}
