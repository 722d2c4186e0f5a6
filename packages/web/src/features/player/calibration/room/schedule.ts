/** The time from the start of a chirp to the start of the next chirp, in milliseconds. */
const SLOT_MS = 400
/**
 * Every device plays one chirp in each round. A calibration has at most about `CHIRPS` chirps, so fewer devices play
 * more rounds.
 */
const LEAST_ROUNDS = 3
const MOST_ROUNDS = 6
const CHIRPS = 24

/**
 * A chirp in the schedule. `device` is the number of the device that plays it, counted from 0. `atMs` is the time
 * since the start of the first chirp.
 */
export type Slot = { readonly device: number; readonly round: number; readonly atMs: number }

/**
 * Returns the schedule of the chirps (Y6). The order of the devices differs by round, so that a device does not
 * always follow the same device.
 * @param devices the number of devices that take part
 */
export function slotsOf(devices: number): Slot[] {
  const rounds = Math.min(MOST_ROUNDS, Math.max(LEAST_ROUNDS, Math.floor(CHIRPS / devices)))
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: devices }, (_, place) => ({
      // Odd rounds have the reverse order. With most numbers of devices, each round also begins with a different
      // device.
      device: (round % 2 === 0 ? place + round * 3 : devices * 4 - 1 - place - round) % devices,
      round,
      atMs: (round * devices + place) * SLOT_MS,
    })),
  ).flat()
}

/** Returns the duration of all chirps of a calibration, in milliseconds. */
export const chirpsMs = (devices: number): number => slotsOf(devices).length * SLOT_MS
