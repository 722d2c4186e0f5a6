/** The position of a row inside its list, in pixels. */
export type Position = { readonly top: number; readonly left: number }

/** The old position of a row minus its new position, in pixels. */
export type Shift = { readonly dx: number; readonly dy: number }

/** The smallest movement that is animated, in pixels. */
const STILL_PX = 1

/**
 * Calculates for each row how far it moved, for an animation from the old to the new position (FLIP).
 * @param before old positions by key
 * @param after new positions by key
 * @returns only rows that existed before and moved
 */
export function shiftsBetween(
  before: ReadonlyMap<string, Position>,
  after: ReadonlyMap<string, Position>,
): ReadonlyMap<string, Shift> {
  const shifts = new Map<string, Shift>()
  for (const [key, now] of after) {
    const old = before.get(key)
    if (old === undefined) continue
    const shift = { dx: old.left - now.left, dy: old.top - now.top }
    if (Math.abs(shift.dx) >= STILL_PX || Math.abs(shift.dy) >= STILL_PX) shifts.set(key, shift)
  }
  return shifts
}

/** Finds the keys of new rows. If the list was empty before, no row counts as new. */
export function newKeys(
  before: ReadonlyMap<string, Position>,
  after: ReadonlyMap<string, Position>,
): string[] {
  if (before.size === 0) return []
  return [...after.keys()].filter((key) => !before.has(key))
}
