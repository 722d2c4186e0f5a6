import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One row of the call table. The `access` is `public` if the call ignores tokens, and `private` if it needs a
 * valid one (A1). With `account` it needs the token of a person with an account, not of a guest (G2).
 */
export type Route = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly access: 'public' | 'private' | 'account'
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

type ParsedCall<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type CallInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type Part<R, K extends string> = R extends Record<K, infer S> ? S : undefined

/** The parsed parts of a call. A part that the route does not have is `undefined`. */
export type CallOf<R extends Route> = {
  params: ParsedCall<Part<R, 'params'>>
  query: ParsedCall<Part<R, 'query'>>
  body: ParsedCall<Part<R, 'body'>>
}

/** The parts that the caller of a route must pass. */
export type InputOf<R extends Route> = (Part<R, 'params'> extends undefined
  ? unknown
  : { params: CallInput<Part<R, 'params'>> }) &
  (Part<R, 'query'> extends undefined ? unknown : { query: CallInput<Part<R, 'query'>> }) &
  (Part<R, 'body'> extends undefined
    ? unknown
    : undefined extends CallInput<Part<R, 'body'>>
      ? { body?: CallInput<Part<R, 'body'>> }
      : { body: CallInput<Part<R, 'body'>> })

export type AnswerOf<R extends Route> = z.output<R['answer']>

/** The values of a query. Undefined values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * The address of a call.
 *
 * @param route a row of the table
 * @param input the values of its `:params` and its query
 * @returns path and query string, with every value percent-encoded
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
