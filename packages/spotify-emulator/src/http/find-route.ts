/** A method and a path. Segments of the path that start with `:` are parameters. */
export type RoutePattern = { readonly method: string; readonly path: string }

export type Match<R> = { readonly route: R; readonly params: Readonly<Record<string, string>> }

/**
 * Finds the route for a method and a path; GET routes also serve HEAD. If routes with this path exist only for
 * other methods, returns these methods as `allowed`. Returns `'none'` for an unknown path.
 */
export function findRoute<R extends RoutePattern>(
  routes: readonly R[],
  method: string,
  path: string,
): Match<R> | { readonly allowed: readonly string[] } | 'none' {
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const segments = path.split('/')
  const allowed = new Set<string>()
  for (const route of routes) {
    const params = paramsOf(route.path.split('/'), segments)
    if (params === null) continue
    if (route.method === routeMethod) return { route, params }
    allowed.add(route.method)
  }
  return allowed.size > 0 ? { allowed: [...allowed] } : 'none'
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== segment) return null
      continue
    }
    const value = decoded(segment)
    if (value === null || value === '') return null
    params[part.slice(1)] = value
  }
  return params
}

/** Decodes a percent-encoded segment. Null if the segment is invalid. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
