/** The result of a merge. `conflict` is true if both people changed the value to different values. */
export type MergeResult<T> = { readonly value: T; readonly conflict: boolean }

/**
 * Merges two changes of one value. If this person changed the value, the result is this person's value.
 * @param base the value before both changes
 * @param mine the value after this person's change
 * @param theirs the value after the other person's change
 * @param same returns whether two values are equal
 */
export function mergeValue<T>(
  base: T,
  mine: T,
  theirs: T,
  same: (a: T, b: T) => boolean = Object.is,
): MergeResult<T> {
  if (same(mine, base)) return { value: theirs, conflict: false }
  return { value: mine, conflict: !same(theirs, base) && !same(theirs, mine) }
}

/**
 * The functions that compare list items. `keyOf` returns the key of an item. `same` returns whether two items with
 * the same key are equal.
 */
export type ItemKind<T> = {
  readonly keyOf: (item: T) => string
  readonly same: (a: T, b: T) => boolean
}

/**
 * Merges two changes of one list. The result contains the additions, removals and changes of both people. The items
 * have the order of the other person's list, followed by this person's additions.
 */
export function mergeList<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  kind: ItemKind<T>,
): MergeResult<readonly T[]> {
  const before = byKey(base, kind)
  const own = byKey(mine, kind)
  const other = byKey(theirs, kind)
  const keys = new Set([...other.keys(), ...own.keys()])
  const same = (a: T | undefined, b: T | undefined) =>
    a === undefined || b === undefined ? a === b : kind.same(a, b)
  const merged = [...keys].map((key) => mergeValue(before.get(key), own.get(key), other.get(key), same))
  return {
    value: merged.flatMap(({ value }) => (value === undefined ? [] : [value])),
    conflict: merged.some(({ conflict }) => conflict),
  }
}

/** Returns whether two lists have the same items, in any order. */
export function sameList<T>(a: readonly T[], b: readonly T[], kind: ItemKind<T>): boolean {
  return markItems(a, b, kind).every(({ mark }) => mark === 'same')
}

/** An item of an edited list. `mark` is its change since the list was loaded. */
export type MarkedItem<T> = { readonly item: T; readonly mark: 'same' | 'added' | 'removed' | 'changed' }

/**
 * Compares an edited list with the loaded list, and marks the changes. Removed items stay in the result, so that the
 * person can restore them before the save.
 * @param before the loaded list
 * @param now the edited list
 */
export function markItems<T>(
  before: readonly T[],
  now: readonly T[],
  kind: ItemKind<T>,
): readonly MarkedItem<T>[] {
  const oldItems = byKey(before, kind)
  const newItems = byKey(now, kind)
  return [
    ...before.map((item): MarkedItem<T> => {
      const current = newItems.get(kind.keyOf(item))
      if (current === undefined) return { item, mark: 'removed' }
      return { item: current, mark: kind.same(item, current) ? 'same' : 'changed' }
    }),
    ...now
      .filter((item) => !oldItems.has(kind.keyOf(item)))
      .map((item): MarkedItem<T> => ({ item, mark: 'added' })),
  ]
}

const byKey = <T>(list: readonly T[], { keyOf }: ItemKind<T>): ReadonlyMap<string, T> =>
  new Map(list.map((item) => [keyOf(item), item]))
