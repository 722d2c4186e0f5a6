/** A `fields` filter: the keys to keep, each whole (`true`) or filtered in turn. */
export type Fields = ReadonlyMap<string, Fields | true>

/**
 * Reads a `fields` parameter such as `items(is_local,item(id,name)),next,total` or `items.item.name`.
 * Null when it is broken (unbalanced brackets, empty names): then nothing is filtered.
 */
export function parseFields(text: string): Fields | null {
  const tokens = text.match(/[A-Za-z_*]+|[(),.!]/g) ?? []
  let at = 0

  const list = (): Fields | null => {
    const fields = new Map<string, Fields | true>()
    for (;;) {
      const name = tokens[at]
      if (name === undefined || !/^[A-Za-z_]+$/.test(name)) return null
      at += 1
      const inner = tail()
      if (inner === null) return null
      fields.set(name, inner)
      if (tokens[at] !== ',') return fields
      at += 1
    }
  }
  const tail = (): Fields | true | null => {
    if (tokens[at] === '(') {
      at += 1
      const inner = list()
      if (inner === null || tokens[at] !== ')') return null
      at += 1
      return inner
    }
    if (tokens[at] !== '.') return true
    at += 1
    const name = tokens[at]
    if (name === undefined || !/^[A-Za-z_]+$/.test(name)) return null
    at += 1
    const inner = tail()
    return inner === null ? null : new Map([[name, inner]])
  }

  const parsed = list()
  return parsed !== null && at === tokens.length ? parsed : null
}

/** Keeps what the filter names, through arrays and objects alike. */
export function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const wanted = fields.get(key)
      return wanted === undefined ? [] : [[key, wanted === true ? inner : pick(inner, wanted)]]
    }),
  )
}
