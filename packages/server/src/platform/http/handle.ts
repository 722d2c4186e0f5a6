import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type AnswerOf,
  type CallOf,
  type Route,
  type RouteName,
  type Routes,
  routes,
} from '@jointly/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { isRefused, type Refused, refuse } from '../refusal.ts'
import { networkOf } from './client-network.ts'
import { sendRefusal } from './errors.ts'
import { fieldsOf } from './fields.ts'
import type { RefusedCall } from './refusal-log.ts'

const pack = promisify(gzip)
/** Below it, packing costs more than it saves. */
const PACK_FROM_CHARACTERS = 16_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** The signed-in person of a call, and the log-in they use. */
export type Caller = { userId: string; username: string; level: number; tokenId: string }

/** Who a token belongs to, at once where that is remembered; null for one that is unknown or expired (A1). */
export type Authenticate = (token: string) => Caller | null | Promise<Caller | null>

/** A body that was made once for many: it is sent as it is, or not at all to whom has this `etag` already. */
export class Prepared {
  /** A strong entity tag with its quotes. */
  readonly etag: string
  /** In pieces, so that what is the same for many is not copied for each. */
  readonly body: () => readonly Buffer[]

  constructor(etag: string, body: () => readonly Buffer[]) {
    this.etag = etag
    this.body = body
  }
}

/** What an answer that was prepared says of itself beside its tag. */
export const preparedHeaders = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-cache' }

/** A parsed and authorised call. */
export type Call<N extends RouteName> = CallOf<Routes[N]> & {
  /** Null on public calls, which ignore tokens (A1). */
  caller: Routes[N]['access'] extends 'private' ? Caller : null
  /** Whom attempts are counted for: the address or network of the client (A4). */
  clientNetwork: string
  /** How the client calls itself; empty where it says nothing. */
  userAgent: string
  /** The origin at which the client reached us. */
  origin: string
}

export type Outcome<N extends RouteName> = AnswerOf<Routes[N]> | Refused | Prepared

/** Answers one row of the call table. */
export type Handle = <N extends RouteName>(
  name: N,
  answer: (call: Call<N>) => Outcome<N> | Promise<Outcome<N>>,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Notes that a call was refused; nothing waits for it. */
export type NoteRefusal = (call: RefusedCall) => void

export type CallTable = {
  handle: Handle
  /** Rows of the table that nobody handles answer that they are not built yet. */
  answerUnbuilt(): void
}

/**
 * The one way in which a row of the contract gets its handler: the token is checked before the body is read, then
 * params, query and body are parsed, then `answer` says what it answers or why it refuses.
 *
 * @param noteRefusal gets every call that its handler refused
 */
export function createCallTable(
  server: FastifyInstance,
  authenticate: Authenticate,
  noteRefusal: NoteRefusal = () => undefined,
): CallTable {
  const handled = new Set<string>()
  return {
    handle(name, answer) {
      handled.add(name)
      const route: Route = routes[name]
      server.route({
        method: route.method,
        url: route.path,
        ...(route.access === 'private' && { onRequest: requireCaller(authenticate) }),
        handler: (request, reply) => {
          const parts = parseParts(route, request)
          if (isRefused(parts)) return sendRefusal(reply, parts)
          const call = new ParsedCall(parts, request)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed with the schemas of just this row
          const outcome = answer(call as object as Call<typeof name>)
          const finish = (made: unknown) => {
            if (isRefused(made)) noteRefusal(refusedCall(name, call, made))
            return send(request, reply, made)
          }
          // What is answered from memory waits for nothing.
          return outcome instanceof Promise ? outcome.then(finish) : finish(outcome)
        },
      })
    },
    answerUnbuilt() {
      const handler = async (_request: FastifyRequest, reply: FastifyReply) =>
        sendRefusal(reply, refuse('not-implemented'))
      for (const [name, { method, path }] of Object.entries<Route>(routes))
        if (!handled.has(name)) server.route({ method, url: path, handler })
    },
  }
}

function refusedCall(call: RouteName, { caller, clientNetwork }: ParsedCall, refused: Refused): RefusedCall {
  return { call, userId: caller?.userId ?? null, network: clientNetwork, refused }
}

/** The token of a request; none where the header is absent or carries the text `null` (A1). */
export function bearerToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  return token && token !== 'null' ? token : null
}

function requireCaller(authenticate: Authenticate) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const admit = (caller: Caller | null): void => {
      request.caller = caller
      if (caller) done()
      else sendRefusal(reply, refuse('unauthenticated'))
    }
    const token = bearerToken(request.headers.authorization)
    const caller = token ? authenticate(token) : null
    if (caller instanceof Promise) caller.then(admit, done)
    else admit(caller)
  }
}

type Parts = { params: unknown; query: unknown; body: unknown }

function parseParts(route: Route, request: FastifyRequest): Parts | Refused {
  const params = parse(route.params, request.params)
  // An address that cannot name anything names nothing.
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

/** What few calls ask for is worked out for those alone. */
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

  get clientNetwork(): string {
    return networkOf(this.#request.ip)
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? ''
  }

  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (isRefused(outcome)) return sendRefusal(reply, outcome)
  if (outcome instanceof Prepared) return sendPrepared(request, reply, outcome)
  return sendFresh(request, reply.type(JSON_TYPE), JSON.stringify(outcome))
}

async function sendFresh(request: FastifyRequest, reply: FastifyReply, made: string): Promise<FastifyReply> {
  const body = await smallestFor(request, made)
  if (typeof body !== 'string') reply.header('content-encoding', 'gzip')
  return reply.header('cache-control', 'no-store').send(body)
}

function sendPrepared(request: FastifyRequest, reply: FastifyReply, { etag, body }: Prepared): FastifyReply {
  reply.headers(preparedHeaders).header('etag', etag)
  return hasTag(request, etag) ? reply.code(304).send() : reply.send(Buffer.concat([...body()]))
}

/**
 * Whether who asks has what carries this tag. Weak tags count as well: a proxy that packs answers makes every tag a
 * weak one (RFC 9110).
 */
export function hasTag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const theirs = headers['if-none-match']
  if (theirs === undefined || theirs === etag) return theirs !== undefined
  return theirs.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** A large answer, such as a playlist of thousands of songs, packed for who can unpack it; off the event loop. */
async function smallestFor(request: FastifyRequest, body: string): Promise<string | Buffer> {
  const isWorthIt =
    body.length >= PACK_FROM_CHARACTERS && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  return isWorthIt ? pack(body) : body
}
