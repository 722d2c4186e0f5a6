/** The largest number of devices that one calibration can distinguish. */
export const CALIBRATED_DEVICES = 8

/** The time from the start of one chirp to the start of the next one, in milliseconds. */
const SLOT_MS = 400
/**
 * In each round, every device plays one chirp. There are about `CHIRPS` chirps in all, so fewer devices play more
 * rounds.
 */
const LEAST_ROUNDS = 3
const MOST_ROUNDS = 6
const CHIRPS = 24

/** One chirp: which device plays it in which round, and when it starts. */
export type Slot = { readonly device: number; readonly round: number; readonly atMs: number }

/**
 * Returns when each device plays, in milliseconds after the start (Y6). The order differs from round to round, so
 * that a device does not always follow the same one.
 * @param devices how many devices take part
 */
export function slotsOf(devices: number): Slot[] {
  const rounds = Math.min(MOST_ROUNDS, Math.max(LEAST_ROUNDS, Math.floor(CHIRPS / devices)))
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: devices }, (_, place) => ({
      // Odd rounds have the reverse order, and each round begins with another device.
      device: (round % 2 === 0 ? place + round * 3 : devices * 4 - 1 - place - round) % devices,
      round,
      atMs: (round * devices + place) * SLOT_MS,
    })),
  ).flat()
}

/** Returns how long the chirps of a calibration take, in milliseconds. */
export const chirpsMs = (devices: number): number => slotsOf(devices).length * SLOT_MS
