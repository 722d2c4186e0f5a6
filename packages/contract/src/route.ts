import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One route of the API. `access` says who may call it: `public` for everyone without a token (A1), `private` for
 * people with a token, `account` for people with an account but not for guests (G2). An answer with a `mediaType` is
 * a text file; other answers are JSON.
 */
export type Route = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly access: 'public' | 'private' | 'account'
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** If set, the body is a file of at most this many bytes, and not JSON. */
  readonly upload?: number
  readonly answer: z.ZodMiniType
  readonly mediaType?: string
}

type ParsedCall<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type CallInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type Part<R, K extends string> = R extends Record<K, infer S> ? S : undefined

/** The parsed parts of a call. A part is `undefined` if the route does not have it. */
export type CallOf<R extends Route> = {
  params: ParsedCall<Part<R, 'params'>>
  query: ParsedCall<Part<R, 'query'>>
  body: ParsedCall<Part<R, 'body'>>
}

/** The parts that the caller of a route must pass. */
export type InputOf<R extends Route> = (Part<R, 'params'> extends undefined
  ? unknown
  : { params: CallInput<Part<R, 'params'>> }) &
  (Part<R, 'query'> extends undefined
    ? unknown
    : undefined extends CallInput<Part<R, 'query'>>
      ? { query?: CallInput<Part<R, 'query'>> }
      : { query: CallInput<Part<R, 'query'>> }) &
  (Part<R, 'body'> extends undefined
    ? unknown
    : undefined extends CallInput<Part<R, 'body'>>
      ? { body?: CallInput<Part<R, 'body'>> }
      : { body: CallInput<Part<R, 'body'>> })

export type AnswerOf<R extends Route> = z.output<R['answer']>

/** The values of a query. Undefined values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Returns the address of a call: path and query string, with every value percent-encoded.
 * @param route the route
 * @param input the values of its `:params` and its query
 */
export function addressOf(
  route: Route,
  input: { params?: Record<string, string> | undefined; query?: Query | undefined },
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  const search = query.toString()
  return search ? `${path}?${search}` : path
}
