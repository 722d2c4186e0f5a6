/**
 * A parsed `fields` filter. `only` has the keys that stay: `true` keeps the whole value, and a filter is applied to
 * the value. If `only` is empty, all keys except those in `without` stay.
 */
export type Fields = {
  readonly only: ReadonlyMap<string, Fields | true>
  readonly without: ReadonlySet<string>
}

/** The deepest nesting of a filter. The limit protects the recursive parser, and no response is deeper. */
const maxDepth = 16

/**
 * Reads a `fields` parameter such as `items(is_local,item(id,name)),next,total`, `items.item.name` or
 * `items(item(!album))`, in linear time (B7). Returns null if it is invalid or nested too deep. The caller then does
 * not filter the response.
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
      const isExcluded = nextIs('!')
      const name = nextName()
      if (name === null) return null
      const inner = isExcluded ? true : tail(depth)
      if (inner === null) return null
      if (isExcluded) without.add(name)
      else only.set(name, inner)
    } while (nextIs(','))
    return { only, without }
  }
  const tail = (depth: number): Fields | true | null => {
    if (depth > maxDepth) return null
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

/** Applies a filter to objects and arrays. */
export function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, fields))
  if (typeof value !== 'object' || value === null) return value
  const { only, without } = fields
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (without.has(key)) return []
      const selected = only.size === 0 ? true : only.get(key)
      return selected === undefined ? [] : [[key, selected === true ? inner : pick(inner, selected)]]
    }),
  )
}
