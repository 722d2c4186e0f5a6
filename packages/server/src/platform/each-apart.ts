/**
 * Does something for each, one after the other; one that fails holds up no other.
 *
 * @throws AggregateError of all that failed, once all had their turn
 */
export async function eachApart<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be done`)
}
