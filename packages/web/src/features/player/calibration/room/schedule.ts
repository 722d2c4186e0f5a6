/** The time from the start of one chirp to the start of the next one, in milliseconds. */
const SLOT_MS = 400
/**
 * In each round, every device plays one chirp. There are at most `CHIRPS` chirps in all, so fewer devices play more
 * rounds.
 */
const LEAST_ROUNDS = 3
const MOST_ROUNDS = 6
const CHIRPS = 24

/**
 * One chirp. `device` is the number of the device that plays it, counted from 0. `atMs` is the time since the start
 * of the first chirp.
 */
export type Slot = { readonly device: number; readonly round: number; readonly atMs: number }

/**
 * Returns which device plays when (Y6). The order differs from round to round, so that a device does not always
 * follow the same one.
 * @param devices how many devices take part
 */
export function slotsOf(devices: number): Slot[] {
  const rounds = Math.min(MOST_ROUNDS, Math.max(LEAST_ROUNDS, Math.floor(CHIRPS / devices)))
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: devices }, (_, place) => ({
      // Odd rounds have the reverse order. With most numbers of devices, each round also begins with another device.
      device: (round % 2 === 0 ? place + round * 3 : devices * 4 - 1 - place - round) % devices,
      round,
      atMs: (round * devices + place) * SLOT_MS,
    })),
  ).flat()
}

/** Returns how long the chirps of a calibration take, in milliseconds. */
export const chirpsMs = (devices: number): number => slotsOf(devices).length * SLOT_MS
