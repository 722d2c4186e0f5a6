/** A `fields` filter: the keys to keep, each whole (`true`) or filtered in turn; none named keeps all but `without`. */
export type Fields = {
  readonly only: ReadonlyMap<string, Fields | true>
  readonly without: ReadonlySet<string>
}

/** No answer is nested deeper, and a reader that follows every bracket could be led too deep. */
const deepest = 16

/**
 * Reads a `fields` parameter such as `items(is_local,item(id,name)),next,total`, `items.item.name` or
 * `items(item(!album))`, in linear time (B7). Null when it is broken (unbalanced brackets, empty names) or nested deeper
 * than any answer: then nothing is filtered.
 */
export function parseFields(text: string): Fields | null {
  const tokens = text.match(/[A-Za-z_*]+|[(),.!]/g) ?? []
  let at = 0

  const nextIs = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }
  const nextName = (): string | null => {
    const name = tokens[at] ?? ''
    if (!/^[A-Za-z_]+$/.test(name)) return null
    at += 1
    return name
  }
  const list = (depth: number): Fields | null => {
    const only = new Map<string, Fields | true>()
    const without = new Set<string>()
    do {
      const isLeftOut = nextIs('!')
      const name = nextName()
      if (name === null) return null
      const inner = isLeftOut ? true : tail(depth)
      if (inner === null) return null
      if (isLeftOut) without.add(name)
      else only.set(name, inner)
    } while (nextIs(','))
    return { only, without }
  }
  const tail = (depth: number): Fields | true | null => {
    if (depth > deepest) return null
    if (nextIs('(')) {
      const inner = list(depth + 1)
      return nextIs(')') ? inner : null
    }
    if (!nextIs('.')) return true
    const name = nextName()
    const inner = name === null ? null : tail(depth + 1)
    return name === null || inner === null ? null : { only: new Map([[name, inner]]), without: new Set() }
  }

  const parsed = list(0)
  return parsed !== null && at === tokens.length ? parsed : null
}

/** Keeps what the filter names, through arrays and objects alike. */
export function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, fields))
  if (typeof value !== 'object' || value === null) return value
  const { only, without } = fields
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (without.has(key)) return []
      const wanted = only.size === 0 ? true : only.get(key)
      return wanted === undefined ? [] : [[key, wanted === true ? inner : pick(inner, wanted)]]
    }),
  )
}
