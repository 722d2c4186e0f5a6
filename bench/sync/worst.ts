/** Returns the difference that is farthest from zero, with its sign. */
export const worst = (differences: readonly number[]): number =>
  differences.reduce((found, each) => (Math.abs(each) > Math.abs(found) ? each : found), 0)
