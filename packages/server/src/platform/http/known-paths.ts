import { type Method, type Route, routes } from '@jointly/contract'

const known = Object.values<Route>(routes).map(({ method, path }) => ({ method, pattern: patternOf(path) }))

/** The methods that the call table has at an address; none where it has nothing there. */
export function methodsAt(url: string): Method[] {
  const path = url.split('?', 1)[0] ?? ''
  return [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, '').split('/')
  return new RegExp(`^${parts.map((part) => (part.startsWith(':') ? '[^/]+' : part)).join('/')}/?$`)
}
