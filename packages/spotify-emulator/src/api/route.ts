import type { Faults } from '../control/faults.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Account } from '../library/accounts.ts'
import type { Collection } from '../library/collection.ts'
import type { AccountPlayer } from '../player/account-player.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { Access } from '../store/grants.ts'
import type { Presenter } from './presenter.ts'

/** The dependencies of the routes of the Web API. */
export type ApiServices = {
  readonly collection: Collection
  readonly search: () => SearchIndex
  readonly faults: Faults
}

/** A request to the Web API that passed every check. Its body is parsed JSON, or undefined without a body. */
export type Call = ApiServices & {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
  readonly access: Access
  /**
   * The account of the token's person. Null for the app's own token, which belongs to no person and is refused by
   * routes with `user`.
   */
  readonly person: Account | null
  readonly nowMs: number
  readonly present: Presenter
}

/** A request to a route that needs the token of a person. */
export type PersonCall = Call & { readonly person: Account; readonly player: AccountPlayer }

type Answer = HttpResponse | Promise<HttpResponse>

type RouteBase = {
  readonly method: string
  readonly path: string
  /** The scopes (rights) that the token must have. */
  readonly scopes: readonly string[]
  /** Whether people without Premium are refused. */
  readonly premium?: boolean
}

export type ApiRoute =
  | (RouteBase & { readonly user: true; handle(call: PersonCall): Answer })
  | (RouteBase & { readonly user: false; handle(call: Call): Answer })

/** Creates a route that also accepts the app's own token. `endpoint` is the method and the path. */
export function appRoute(endpoint: string, handle: (call: Call) => Answer): ApiRoute {
  const [method = '', path = ''] = endpoint.split(' ')
  return { method, path, scopes: [], user: false, handle }
}

/** Creates a route that needs the token of a person. `endpoint` is the method and the path. */
export function personRoute(
  endpoint: string,
  scopes: readonly string[],
  handle: (call: PersonCall) => Answer,
): ApiRoute {
  const [method = '', path = ''] = endpoint.split(' ')
  return { method, path, scopes, user: true, handle }
}
