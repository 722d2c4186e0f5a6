import type { IncomingMessage } from 'node:http'
import type { FaultSwitches } from '../control/faults.ts'
import { bodyLimits, parseJson, readBody } from '../http/body.ts'
import { withEtag } from '../http/etag.ts'
import { findRoute } from '../http/find-route.ts'
import { apiError, type HttpResponse, noContent, text } from '../http/response.ts'
import type { Account } from '../library/accounts.ts'
import type { Collection } from '../library/collection.ts'
import type { Players } from '../player/players.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { Access, Grants } from '../store/grants.ts'
import { createCallLimiter } from './call-limiter.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { playerRoutes } from './player-routes.ts'
import { playlistEditRoutes } from './playlist-edit-routes.ts'
import { playlistRoutes } from './playlist-routes.ts'
import type { Presenter } from './presenter.ts'
import { removedEndpoint } from './removed-endpoints.ts'
import type { ApiRoute } from './route.ts'
import { savedRoutes } from './saved-routes.ts'
import { searchRoute } from './search-route.ts'

const routes: readonly ApiRoute[] = [
  ...playlistRoutes,
  ...playlistEditRoutes,
  searchRoute,
  ...catalogueRoutes,
  ...savedRoutes,
  ...playerRoutes,
]

const unauthorized = (error: string, description: string): HttpResponse =>
  apiError(401, 'Missing/invalid/expired access token', {
    headers: {
      'www-authenticate': `Bearer realm="spotify", error="${error}", error_description="${description}"`,
    },
  })

const refusals = {
  ownerPremium: text(
    403,
    'Active premium subscription required for the owner of the app. When the subscription status changes, it can take a few hours before requests are allowed again.',
  ),
  allowlist: text(403, 'Check settings on developer.spotify.com/dashboard, the user may not be registered.'),
  removed: apiError(403, 'Forbidden'),
  scope: apiError(403, 'Insufficient client scope'),
  opening: apiError(503, 'Service unavailable', { headers: { 'retry-after': '1' } }),
  premium: apiError(403, 'Player command failed: Premium required', { reason: 'PREMIUM_REQUIRED' }),
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

type Options = {
  readonly collection: Collection
  readonly grants: Grants
  readonly players: Players
  readonly faults: FaultSwitches
  readonly search: () => SearchIndex
  readonly now: () => number
}

/** A request to the Web API; `path` is the part after `/api/v1`. */
type ApiRequest = {
  readonly request: IncomingMessage
  readonly path: string
  readonly query: URLSearchParams
  readonly present: Presenter
}

/**
 * The Web API. It checks each request as the real service does, in the same order, and then calls the route's
 * handler.
 */
export class WebApiServer {
  #options
  #limiter = createCallLimiter()

  constructor(options: Options) {
    this.#options = options
  }

  async handle(call: ApiRequest): Promise<HttpResponse> {
    return withEtag(call.request, await this.#respond(call))
  }

  async #respond(call: ApiRequest): Promise<HttpResponse> {
    const { request, path } = call
    const method = request.method ?? 'GET'
    if (method === 'OPTIONS') return noContent
    const access = this.#authenticate(request.headers.authorization)
    if ('status' in access) return access
    const refusal = this.#checkApp(access, path)
    if (refusal !== null) return refusal
    // A song that is not listed yet would seem to be gone.
    if (!this.#options.collection.isOpen()) return refusals.opening
    // A slash at the end of the path is removed, because common clients request `/search/`.
    const routePath = path.replace(/(?<=.)\/$/, '')
    if (removedEndpoint(method, routePath)) return refusals.removed
    const match = findRoute(routes, method, routePath)
    if (match === 'none') return apiError(404, 'Service not found')
    if ('allowed' in match)
      return apiError(405, 'Method not allowed', { headers: { allow: match.allowed.join(', ') } })
    return this.#callRoute(call, access, match.route, match.params)
  }

  #authenticate(header: string | undefined): Access | HttpResponse {
    if (header === undefined) return unauthorized('missing_token', 'No token provided')
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1]
    if (token === undefined) return apiError(400, 'Only valid bearer authentication supported')
    const access = this.#options.grants.access(token)
    if (access === undefined) return unauthorized('invalid_token', 'Invalid access token')
    return access.expiresAtMs <= this.#options.now()
      ? unauthorized('invalid_token', 'The access token expired')
      : access
  }

  /**
   * Returns a refusal if the app's owner has no Premium, the person is not on the app's allowlist, the app made too
   * many calls, or a failure is configured for the path. Otherwise returns null.
   */
  #checkApp({ grant, clientId }: Access, path: string): HttpResponse | null {
    const { faults, now } = this.#options
    const { ownerPremium, allowlist, rateLimitPer30s, quotaPerDay } = faults.current()
    if (!ownerPremium) return refusals.ownerPremium
    if (grant !== null && allowlist !== null && !allowlist.includes(grant.profileId ?? grant.userId))
      return refusals.allowlist
    const exceeded = this.#limiter.take(clientId, { per30s: rateLimitPer30s, perDay: quotaPerDay }, now())
    if (exceeded !== null) {
      const headers = { 'retry-after': String(exceeded.waitSec) }
      return exceeded.limit === 'rate'
        ? apiError(429, 'API rate limit exceeded', { headers })
        : apiError(429, 'Too many requests', { reason: 'QUOTA_EXCEEDED', headers })
    }
    const failure = faults.takeFailure(path)
    if (failure === null) return null
    const type = failure.body.startsWith('{') ? 'application/json' : 'text/plain'
    const retry = failure.retryAfterSec === undefined ? {} : { 'retry-after': String(failure.retryAfterSec) }
    return { status: failure.status, headers: { 'content-type': type, ...retry }, body: failure.body }
  }

  async #callRoute(
    { request, query, present }: ApiRequest,
    access: Access,
    route: ApiRoute,
    params: Readonly<Record<string, string>>,
  ): Promise<HttpResponse> {
    const { collection, search, faults, now, players } = this.#options
    const person = access.grant === null ? null : collection.account(access.grant)
    const refusal = checkPerson(route, person, access)
    if (refusal !== null) return refusal
    if (!isMarket(query.get('market'))) return apiError(400, 'Invalid market code')
    const text = await readBody(request, bodyLimits.api)
    if (text === null) return apiError(413, 'Request entity too large')
    // The grant may have ended while the body arrived.
    const current = this.#authenticate(request.headers.authorization)
    if ('status' in current) return current
    const body = text === '' ? undefined : parseJson(text)
    if (text !== '' && body === undefined) return apiError(400, 'Malformed json')
    const services = { collection, search, faults: faults.current() }
    const call = { ...services, params, query, body, access, person, nowMs: now(), present }
    if (!route.user) return route.handle(call)
    return person === null
      ? refusals.scope
      : route.handle({ ...call, person, player: players.current(person.grantId) })
  }
}

/** Returns a refusal if the token or its person may not use the route. Otherwise returns null. */
function checkPerson(route: ApiRoute, person: Account | null, access: Access): HttpResponse | null {
  if (route.user && person === null)
    return unauthorized('invalid_token', 'Valid user authentication required')
  if (!route.scopes.every((scope) => access.scopes.includes(scope))) return refusals.scope
  return route.premium === true && person?.product !== 'premium' ? refusals.premium : null
}

/** Returns whether a `market` parameter is missing or names a country (ISO 3166-1 alpha-2). */
function isMarket(code: string | null): boolean {
  if (code === null) return true
  return (
    /^[A-Z]{2}$/i.test(code) && code.toUpperCase() !== 'ZZ' && regions.of(code.toUpperCase()) !== undefined
  )
}
