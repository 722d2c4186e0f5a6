import type { Faults } from '../control/faults.ts'
import type { Answer } from '../http/answer.ts'
import type { Account } from '../library/accounts.ts'
import type { Collection } from '../library/collection.ts'
import type { Players } from '../player/players.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Access } from '../store/grants.ts'
import type { Presenter } from './present.ts'

/** A Web API call that passed every gate. Its body is parsed JSON, or undefined where none was sent. */
export type Call = {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
  readonly access: Access
  /** Null for the app's own token; routes with `user` never see that. */
  readonly person: Account | null
  readonly nowMs: number
  readonly present: Presenter
  readonly collection: Collection
  readonly search: () => SearchIndex
  readonly players: Players
  readonly faults: Faults
}

/** A call of a route that only a person's token opens. */
export type PersonCall = Call & { readonly person: Account }

type RouteBase = {
  readonly method: string
  readonly path: string
  /** The token must carry all of these. */
  readonly scopes: readonly string[]
  /** Player commands: refused to people without Premium. */
  readonly premium?: boolean
}

export type ApiRoute =
  | (RouteBase & { readonly user: true; handle(call: PersonCall): Answer | Promise<Answer> })
  | (RouteBase & { readonly user: false; handle(call: Call): Answer | Promise<Answer> })
