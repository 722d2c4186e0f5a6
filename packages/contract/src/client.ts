import { ErrorBody, type CallError } from './errors.ts'
import { addressOf, type AnswerOf, type InputOf, type Query, type Route } from './route.ts'
import { type RouteName, type Routes, routes } from './routes.ts'

/**
 * The error of a call that got no readable answer (spec section 8). `unreadable` means that an answer came but has an
 * unknown form. With the other codes, no complete answer came.
 */
export type Failure = { code: 'network' | 'aborted' | 'timeout' | 'unreadable'; message: string }

export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; status: number; retryAfterSec: number | null; error: CallError | Failure }

export type ClientOptions = {
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** The origin of the server. Empty for the origin of the page. */
  baseUrl: string
  /** The stored token, or null. The text `null` counts as no token (A1). */
  token(): string | null
  /** The language of the app (W3). If it is missing, the browser sends its own `Accept-Language`. */
  language?(): string
}

export type Client = <N extends RouteName>(
  name: N,
  ...args: unknown extends InputOf<Routes[N]>
    ? [input?: { signal?: AbortSignal | undefined }]
    : Partial<InputOf<Routes[N]>> extends InputOf<Routes[N]>
      ? [input?: InputOf<Routes[N]> & { signal?: AbortSignal | undefined }]
      : [input: InputOf<Routes[N]> & { signal?: AbortSignal | undefined }]
) => Promise<Answer<AnswerOf<Routes[N]>>>

type Parts = {
  params?: Record<string, string>
  query?: Query
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * Creates the typed client for all routes.
 * @returns a function `call(name, {params, query, body, signal})` that returns `{ok: true, value}` or `{ok:
 * false, error}` and never throws; it has no timeout, so pass a `signal` if you need one
 */
export function createClient(options: ClientOptions): Client {
  return async (name, ...[input]) => {
    const route: Route = routes[name]
    const parts: Parts = input ?? {}
    const headers: Record<string, string> = {}
    const token = options.token()
    if (token && token !== 'null') headers.authorization = `Bearer ${token}`
    const language = options.language?.()
    if (language) headers['accept-language'] = language
    if (parts.body !== undefined) headers['content-type'] = 'application/json'
    try {
      const response = await options.fetch(options.baseUrl + addressOf(route, parts), {
        method: route.method,
        headers,
        ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
        ...(parts.signal && { signal: parts.signal }),
      })
      const body: unknown =
        route.mediaType && response.ok ? await textOf(response) : await response.json().catch(noJson)
      if (!response.ok) return refused(response, body)
      const answer = route.answer.safeParse(body)
      if (answer.success) return { ok: true, value: answer.data as AnswerOf<Routes[typeof name]> }
      return failed(response.status, 'unreadable', answer.error.message)
    } catch (error) {
      return failed(0, failureCode(error, parts.signal), String(error))
    }
  }
}

function refused(response: Response, body: unknown): Answer<never> {
  const refusal = ErrorBody.safeParse(body)
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    ok: false,
    status: response.status,
    retryAfterSec: retryAfter > 0 ? retryAfter : null,
    error: refusal.success ? refusal.data.error : { code: 'unreadable', message: response.statusText },
  }
}

/** Returns the body as text and keeps its byte order mark, which `response.text()` would remove. */
async function textOf(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}

/**
 * Returns null for the error of invalid JSON, which the caller turns into `unreadable`. Throws every other error again,
 * such as that of a broken connection.
 */
function noJson(error: unknown): null {
  if (error instanceof SyntaxError) return null
  throw error
}

function failed(status: number, code: Failure['code'], message: string): Answer<never> {
  return { ok: false, status, retryAfterSec: null, error: { code, message } }
}

/**
 * Returns why a request got no complete answer. If its signal is aborted, the reason of the signal counts, because older
 * browsers report a time limit like any other abort.
 * @param thrown what `fetch` has thrown
 * @param signal the signal of the request
 */
export function failureCode(thrown: unknown, signal?: AbortSignal | null): Failure['code'] {
  const error: unknown = signal?.aborted ? signal.reason : thrown
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return 'aborted'
  return name === 'TimeoutError' ? 'timeout' : 'network'
}
