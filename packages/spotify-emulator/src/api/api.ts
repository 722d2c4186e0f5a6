import type { IncomingMessage } from 'node:http'
import type { FaultSwitches } from '../control/faults.ts'
import { type Answer, apiError, noContent, text } from '../http/answer.ts'
import { bodyLimits, readBody } from '../http/body.ts'
import { conditional } from '../http/conditional.ts'
import { findRoute } from '../http/routing.ts'
import type { Collection } from '../library/collection.ts'
import type { Players } from '../player/players.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Access, Grants } from '../store/grants.ts'
import type { ApiRoute, Call } from './call.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { createCallLimits } from './limits.ts'
import { isMarket } from './market.ts'
import { playerRoutes } from './player-routes.ts'
import { playlistRoutes } from './playlist-routes.ts'
import { writingRoutes } from './playlist-writing.ts'
import type { Presenter } from './present.ts'
import { savedRoutes } from './saved-routes.ts'
import { searchRoute } from './search-route.ts'

const routes: readonly ApiRoute[] = [
  ...playlistRoutes,
  ...writingRoutes,
  searchRoute,
  ...catalogueRoutes,
  ...savedRoutes,
  ...playerRoutes,
]

/** Removed for apps of 2026, still known: 403 instead of 404 (docs/spotify.md 3). */
const removed: readonly { readonly path: RegExp; readonly methods?: readonly string[] }[] = [
  { path: /^\/playlists\/[^/]+\/tracks$/ },
  { path: /^\/(tracks|albums|artists|episodes|shows|audiobooks|chapters|markets)$/ },
  { path: /^\/artists\/[^/]+\/(top-tracks|related-artists)$/ },
  { path: /^\/browse(\/|$)/ },
  { path: /^\/users\/[^/]+(\/playlists)?$/ },
  { path: /^\/me\/(tracks|albums|episodes|shows|audiobooks)\/contains$/ },
  { path: /^\/me\/(tracks|albums|episodes|shows|audiobooks)$/, methods: ['PUT', 'DELETE'] },
  { path: /^\/(recommendations|audio-features|audio-analysis)(\/|$)/ },
]

const unauthorized = (error: string, description: string): Answer =>
  apiError(401, 'Missing/invalid/expired access token', {
    headers: {
      'www-authenticate': `Bearer realm="spotify", error="${error}", error_description="${description}"`,
    },
  })

const gates = {
  ownerPremium: text(
    403,
    'Active premium subscription required for the owner of the app. When the subscription status changes, it can take a few hours before requests are allowed again.',
  ),
  allowlist: text(403, 'Check settings on developer.spotify.com/dashboard, the user may not be registered.'),
  removed: apiError(403, 'Forbidden'),
  scope: apiError(403, 'Insufficient client scope'),
  premium: apiError(403, 'Player command failed: Premium required', { reason: 'PREMIUM_REQUIRED' }),
}

type Options = {
  readonly collection: Collection
  readonly grants: Grants
  readonly players: Players
  readonly faults: FaultSwitches
  readonly search: () => SearchIndex
  readonly now: () => number
}

/** The Web API face. Each call passes the gates in the order of the real service, then its route. */
export function createApi({ collection, grants, players, faults, search, now }: Options) {
  const limits = createCallLimits()

  const authenticate = (header: string | undefined): Access | Answer => {
    if (header === undefined) return unauthorized('missing_token', 'No token provided')
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1]
    if (token === undefined) return apiError(400, 'Only valid bearer authentication supported')
    const access = grants.access(token)
    if (access === undefined) return unauthorized('invalid_token', 'Invalid access token')
    return access.expiresAtMs <= now() ? unauthorized('invalid_token', 'The access token expired') : access
  }

  /** What stops the call whatever it asks for. */
  const gate = (access: Access, path: string): Answer | null => {
    const { ownerPremium, allowlist, rateLimitPer30s, quotaPerDay } = faults.current()
    if (!ownerPremium) return gates.ownerPremium
    const { grant } = access
    if (grant !== null && allowlist !== null && !allowlist.includes(grant.profileId ?? grant.userId))
      return gates.allowlist
    const over = limits.take(access.clientId, { per30s: rateLimitPer30s, perDay: quotaPerDay }, now())
    if (over !== null) {
      const headers = { 'retry-after': String(over.waitSec) }
      return over.limit === 'rate'
        ? apiError(429, 'API rate limit exceeded', { headers })
        : apiError(429, 'Too many requests', { reason: 'QUOTA_EXCEEDED', headers })
    }
    const failure = faults.takeFailure(path)
    if (failure === null) return null
    const type = failure.body.startsWith('{') ? 'application/json' : 'text/plain'
    const retry = failure.retryAfterSec === undefined ? {} : { 'retry-after': String(failure.retryAfterSec) }
    return { status: failure.status, headers: { 'content-type': type, ...retry }, body: failure.body }
  }

  const served = (path: string): string =>
    faults.current().legacyApp ? path.replace(/^(\/playlists\/[^/]+)\/tracks$/, '$1/items') : path

  async function answer(
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    present: Presenter,
  ): Promise<Answer> {
    const method = request.method ?? 'GET'
    if (method === 'OPTIONS') return noContent
    const access = authenticate(request.headers.authorization)
    if ('status' in access) return access
    const stopped = gate(access, path)
    if (stopped !== null) return stopped
    // Popular clients ask for `/search/`.
    const place = served(path.replace(/(?<=.)\/$/, ''))
    if (removed.some(({ path, methods }) => path.test(place) && (methods?.includes(method) ?? true)))
      return gates.removed
    const match = findRoute(routes, method, place)
    if (match === 'none') return apiError(404, 'Service not found')
    if ('allowed' in match)
      return apiError(405, 'Method not allowed', { headers: { allow: match.allowed.join(', ') } })
    const { route, params } = match

    const person = access.grant === null ? null : collection.account(access.grant)
    if (route.user && person === null)
      return unauthorized('invalid_token', 'Valid user authentication required')
    if (!route.scopes.every((scope) => access.scopes.includes(scope))) return gates.scope
    if (route.premium === true && person?.product !== 'premium') return gates.premium

    if (!isMarket(query.get('market'))) return apiError(400, 'Invalid market code')
    const body = await readBody(request, bodyLimits.api)
    if (!body.ok) return apiError(413, 'Request entity too large')
    const parsed = parseJson(body.text)
    if (!parsed.ok) return apiError(400, 'Malformed json')
    const call: Call = {
      params,
      query,
      body: parsed.value,
      access,
      person,
      nowMs: now(),
      present,
      collection,
      search,
      players,
      faults: faults.current(),
    }
    if (!route.user) return route.handle(call)
    return person === null ? gates.scope : route.handle({ ...call, person })
  }

  return async (
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    present: Presenter,
  ): Promise<Answer> => conditional(request, await answer(request, path, query, present))
}

function parseJson(body: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if (body === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(body) }
  } catch {
    return { ok: false }
  }
}
