/** Converts a time to an ISO string. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** Matches the name of a field that contains a time. */
const TIME = /^(at|since)$|(At|Until)$/

/** A row for the export. Its times are ISO strings. */
export type WithDates<Row> = { [Name in keyof Row]: Row[Name] | string }

/** Converts the times of a row to ISO strings: the numbers in the fields whose names match `TIME`. */
export function withDates<Row extends object>(row: Row): WithDates<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    TIME.test(name) && typeof value === 'number' ? dateOf(value) : value,
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the row
  return Object.fromEntries(fields) as WithDates<Row>
}

/** Runs a query, and converts the times of its rows. */
export async function datedRows<Row extends object>(query: {
  execute(): Promise<Row[]>
}): Promise<WithDates<Row>[]> {
  return (await query.execute()).map(withDates)
}
