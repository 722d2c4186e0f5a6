import {
  type AnswerOf,
  type CallOf,
  type Route,
  type RouteName,
  type Routes,
  routes,
} from '@jointly/contract'
import { acceptedLanguage, type Language } from '@jointly/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { addUpload } from '../pictures/uploads.ts'
import { isRefused, type Refusal, refuse } from '../refusal.ts'
import { networkOf } from './client-network.ts'
import { sendRefusal } from './errors.ts'
import { fieldsOf } from './field-errors.ts'
import { type CachedBody, send, type TextFile } from './send-answer.ts'
import type { SocketAddresses } from '../security/peer-user.ts'
import type { CallRefusal } from './refusal-log.ts'

/** The logged-in user who makes a call, and the id of their login. */
export type Caller = { userId: string; username: string; level: number; guest: boolean; tokenId: string }

/**
 * Finds the user of a token. Null if the token is unknown or expired (A1). If the token is cached, the result is not
 * a promise.
 */
export type Authenticate = (token: string) => Caller | null | Promise<Caller | null>

/** A call whose input is parsed and whose access was checked. */
export type Call<N extends RouteName> = CallOf<Routes[N]> & {
  /** The logged-in user. Null for public routes, which ignore tokens (A1). */
  caller: Routes[N]['access'] extends 'public' ? null : Caller
  /** The file in the body, for routes with an upload. Empty for other bodies. */
  file: Buffer
  /** The client's network, for rate limits (A4): an IPv4 address or an IPv6 /64. */
  clientNetwork: string
  /** The `User-Agent` header. Empty if the client sends none. */
  userAgent: string
  /** The origin of this server in the URL that the client requested, such as `http://localhost:3000`. */
  origin: string
  /** Whether a trusted proxy sent the address of the client in `X-Forwarded-For`. */
  isForwarded: boolean
  connection: SocketAddresses
  /** The language from `Accept-Language`. The app sets this header to the language of its texts (W3). */
  language: Language
}

export type Outcome<N extends RouteName> = AnswerOf<Routes[N]> | Refusal | CachedBody | TextFile

/** Registers the handler of one route. */
export type Handle = <N extends RouteName>(
  name: N,
  answer: (call: Call<N>) => Outcome<N> | Promise<Outcome<N>>,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Is called with each refused call. */
export type ReportRefusal = (call: CallRefusal) => void

/**
 * Creates the function that registers handlers for the routes of the contract. Each call goes through these steps:
 * check the token, refuse guests if the route needs an account (G2), parse the input, run the handler, send its
 * result.
 * @param reportRefusal gets every call that its handler refused, every call of a guest for a route that needs an
 * account, and every call with an invalid token
 */
export function createRouter(
  server: FastifyInstance,
  authenticate: Authenticate,
  reportRefusal: ReportRefusal = () => undefined,
): Handle {
  /**
   * Returns the checks that run before the body of a call is read: the token must be valid, and the caller must not
   * be a guest if the route needs an account.
   */
  function accessChecks(name: RouteName, { access }: Route) {
    if (access === 'public') return {}
    const checks = [requireCaller(authenticate, reportInvalidToken(name))]
    return { onRequest: access === 'account' ? [...checks, refuseGuests(name)] : checks }
  }

  const reportInvalidToken = (name: RouteName) => (request: FastifyRequest, refused: Refusal) =>
    reportRefusal(refusedCall(name, request, refused))

  function refuseGuests(name: RouteName) {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      if (!request.caller?.guest) return done()
      const refused = refuse('guest')
      reportRefusal(refusedCall(name, request, refused))
      sendRefusal(reply, refused)
    }
  }

  return (name, answer) => {
    const route: Route = routes[name]
    const add = (scope: FastifyInstance): unknown =>
      scope.route({
        method: route.method,
        url: route.path,
        ...accessChecks(name, route),
        handler: (request, reply) => {
          const parts = parseParts(route, request)
          if (isRefused(parts)) return sendRefusal(reply, parts)
          const call = new ParsedCall(parts, request)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed with the schemas of this route
          const outcome = answer(call as object as Call<typeof name>)
          const finish = (made: unknown) => {
            if (isRefused(made)) reportRefusal(refusedCall(name, request, made))
            return send(request, reply, made)
          }
          // A handler that answers from a cache returns no promise. `await` would delay its answer, so only
          // promises are awaited.
          return outcome instanceof Promise ? outcome.then(finish) : finish(outcome)
        },
      })
    if (route.upload === undefined) add(server)
    else addUpload(server, route.upload, add)
  }
}

function refusedCall(call: RouteName, request: FastifyRequest, refused: Refusal): CallRefusal {
  return { call, userId: request.caller?.userId ?? null, network: networkOf(request.ip), refused }
}

/** Returns the token of a request. Null if the header is missing or contains the text `null` (A1). */
export function bearerToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  return token && token !== 'null' ? token : null
}

/** Refuses requests without a valid token. @param onInvalidToken is called if a request has an invalid token */
function requireCaller(
  authenticate: Authenticate,
  onInvalidToken: (request: FastifyRequest, refused: Refusal) => void,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const token = bearerToken(request.headers.authorization)
    const continueAs = (caller: Caller | null): void => {
      request.caller = caller
      if (caller) return done()
      const refused = refuse('unauthenticated')
      if (token) onInvalidToken(request, refused)
      sendRefusal(reply, refused)
    }
    const caller = token ? authenticate(token) : null
    if (caller instanceof Promise) caller.then(continueAs, done)
    else continueAs(caller)
  }
}

type Parts = { params: unknown; query: unknown; body: unknown }

function parseParts(route: Route, request: FastifyRequest): Parts | Refusal {
  const params = parse(route.params, request.params)
  // A path with an invalid parameter, such as an id in a wrong format, gets the same answer as an unknown id.
  if (!params.success) return refuse('not-found')
  const query = parse(route.query, request.query)
  if (!query.success) return refuse('invalid', { fields: fieldsOf(query.error.issues) })
  const body = parse(route.body, request.body)
  if (!body.success) return refuse('invalid', { fields: fieldsOf(body.error.issues) })
  return { params: params.data, query: query.data, body: body.data }
}

function parse(schema: z.ZodMiniType | undefined, input: unknown) {
  return schema ? schema.safeParse(input, { reportInput: true }) : { success: true as const, data: undefined }
}

/** A request with its parsed input. Properties that few handlers need are computed only when they are read. */
class ParsedCall implements Parts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | null
  readonly #request: FastifyRequest

  constructor({ params, query, body }: Parts, request: FastifyRequest) {
    this.params = params
    this.query = query
    this.body = body
    this.caller = request.caller
    this.#request = request
  }

  get file(): Buffer {
    return Buffer.isBuffer(this.#request.body) ? this.#request.body : Buffer.alloc(0)
  }

  get clientNetwork(): string {
    return networkOf(this.#request.ip)
  }

  get language(): Language {
    return acceptedLanguage(this.#request.headers['accept-language'])
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? ''
  }

  get connection(): SocketAddresses {
    return this.#request.socket
  }

  get isForwarded(): boolean {
    // The first address is that of the connection. The others come from trusted proxies.
    return (this.#request.ips?.length ?? 0) > 1
  }

  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`
  }
}
