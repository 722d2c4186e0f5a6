/** Where a row stood, in pixels of the page. */
export type Place = { readonly top: number; readonly left: number }

/** How far a row has to be set back to where it stood, before it is let go to where it stands now. */
export type Shift = { readonly dx: number; readonly dy: number }

/** Moves smaller than this are not worth an animation. */
const STILL_PX = 1

/**
 * First, last, invert: what each row that moved is to be shifted by.
 *
 * @param before places by key, as last seen
 * @param after places by key, as they are now
 * @returns only rows that were there before and moved
 */
export function shiftsBetween(
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
): ReadonlyMap<string, Shift> {
  const shifts = new Map<string, Shift>()
  for (const [key, now] of after) {
    const was = before.get(key)
    if (was === undefined) continue
    const shift = { dx: was.left - now.left, dy: was.top - now.top }
    if (Math.abs(shift.dx) >= STILL_PX || Math.abs(shift.dy) >= STILL_PX) shifts.set(key, shift)
  }
  return shifts
}

/** Keys that were not there before; none on the first look, when everything is new. */
export function newcomers(before: ReadonlyMap<string, Place>, after: ReadonlyMap<string, Place>): string[] {
  if (before.size === 0) return []
  return [...after.keys()].filter((key) => !before.has(key))
}
