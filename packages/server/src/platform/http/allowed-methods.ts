import { type Method, type Route, routes } from '@jointly/contract'

const routePatterns = Object.values<Route>(routes).map(({ method, path }) => ({
  method,
  pattern: patternOf(path),
}))

/** Returns the HTTP methods that the contract defines for the path of a URL. Empty if the path is unknown. */
export function allowedMethods(url: string): Method[] {
  const path = url.split('?', 1)[0] ?? ''
  return [...new Set(routePatterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, '').split('/')
  return new RegExp(`^${parts.map((part) => (part.startsWith(':') ? '[^/]+' : part)).join('/')}/?$`)
}
