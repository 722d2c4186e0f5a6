/**
 * Processes items one after the other. If an item fails, the others are still processed.
 * @throws AggregateError with all failures, after all items were processed
 */
export async function tryEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be done`)
}
