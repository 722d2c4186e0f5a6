/** What two people's changes to one thing come to; `conflict` when both changed it, and differently. */
export type Merged<T> = { readonly value: T; readonly conflict: boolean }

/**
 * Joins two changes of one value. What only one side changed, that side decides; where both did, the own change stays.
 *
 * @param base what both began with
 * @param same whether two values say the same
 */
export function mergeValue<T>(
  base: T,
  mine: T,
  theirs: T,
  same: (a: T, b: T) => boolean = Object.is,
): Merged<T> {
  if (same(mine, base)) return { value: theirs, conflict: false }
  return { value: mine, conflict: !same(theirs, base) && !same(theirs, mine) }
}

/** How the items of a list are told apart, and when two of one key say the same. */
export type ItemKind<T> = {
  readonly keyOf: (item: T) => string
  readonly same: (a: T, b: T) => boolean
}

/**
 * Joins two changes of one list item by item: what each side added, removed or changed holds, so that saving the own
 * list takes nothing of the other's back. Their order comes first, own additions after it.
 */
export function mergeList<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  kind: ItemKind<T>,
): Merged<readonly T[]> {
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

/** Whether two lists hold the same items; their order says nothing. */
export function sameList<T>(a: readonly T[], b: readonly T[], kind: ItemKind<T>): boolean {
  return markItems(a, b, kind).every(({ mark }) => mark === 'same')
}

/** An item of an edited list, and what was done to it since the list was loaded. */
export type Marked<T> = { readonly item: T; readonly mark: 'same' | 'added' | 'removed' | 'changed' }

/**
 * A list as it is edited, with what was removed still in its place, so that it can be taken back before saving.
 *
 * @param before the list as loaded
 * @param now the list as edited
 */
export function markItems<T>(
  before: readonly T[],
  now: readonly T[],
  kind: ItemKind<T>,
): readonly Marked<T>[] {
  const known = byKey(before, kind)
  const kept = byKey(now, kind)
  return [
    ...before.map((item): Marked<T> => {
      const current = kept.get(kind.keyOf(item))
      if (current === undefined) return { item, mark: 'removed' }
      return { item: current, mark: kind.same(item, current) ? 'same' : 'changed' }
    }),
    ...now.filter((item) => !known.has(kind.keyOf(item))).map((item): Marked<T> => ({ item, mark: 'added' })),
  ]
}

const byKey = <T>(list: readonly T[], { keyOf }: ItemKind<T>): ReadonlyMap<string, T> =>
  new Map(list.map((item) => [keyOf(item), item]))
