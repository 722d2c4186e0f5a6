import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSpotifyEmulator } from '@jointly/spotify-emulator'
import { listenOnLoopback } from './loopback.ts'

/** An answer that the proxy sends instead of the answer of the real provider. The default of `status` is 200. */
export type FaultyAnswer = {
  status?: number
  /** The body, sent as JSON. */
  json?: unknown
  /** The body as a text or as bytes that are not converted. Ignored if there is `json`. */
  text?: string | Buffer
  /** Whether the body never ends. */
  isEndless?: boolean
  headers?: Record<string, string>
}

type Json = Record<string, unknown>

/**
 * What the proxy does with one call: send a fixed answer, send an answer that depends on the URL, change the body of
 * the real answer, or send the real answer.
 */
export type Step =
  | FaultyAnswer
  | ((url: URL) => FaultyAnswer | Promise<FaultyAnswer>)
  | { edit(body: Json, url: URL): Json }
  | 'real'

export type FaultyProvider = Awaited<ReturnType<typeof startFaultyProvider>>

type Script = { path: string; steps: Step[]; isEndless: boolean }

const API_PATH = '/spotify/api/v1'
const ACCOUNTS_PATH = '/spotify/accounts'
const CLIENT_ID = 'an-app'

/**
 * Starts the built-in provider, and a proxy in front of it. The proxy can replace answers by errors.
 * @param now returns the time of the provider in epoch milliseconds
 */
export async function startFaultyProvider(now: () => number = Date.now) {
  const redirectUris = ['http://127.0.0.1/callback/spotify']
  const emulator = createSpotifyEmulator({ clients: [{ id: CLIENT_ID, redirectUris }], loginAs: true, now })
  const real = await listen(createServer((request, response) => void emulator.handle(request, response)))
  const calls: string[] = []
  let scripts: Script[] = []
  const proxy = await listen(createServer((request, response) => void pass(request, response)))

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', proxy.origin)
    const path = url.pathname.replace(API_PATH, '').replace(ACCOUNTS_PATH, '')
    const offset = url.searchParams.get('offset')
    calls.push(`${path}${offset === null ? '' : ` ${offset}`}`)
    const step = stepFor(path)
    if (typeof step === 'function') return answer(response, await step(url))
    if (step !== 'real' && !('edit' in step)) return answer(response, step)
    const body = await textOf(request)
    const got = await fetch(real.origin + (request.url ?? '/'), {
      method: request.method ?? 'GET',
      headers: forwardedHeaders(request),
      redirect: 'manual',
      ...(body && { body }),
    })
    const text = await got.text()
    if (step !== 'real' && got.ok) return answer(response, { json: step.edit(jsonOf(text), url) })
    const location = got.headers.get('location')
    answer(response, { status: got.status, text, ...(location !== null && { headers: { location } }) })
  }

  function stepFor(path: string): Step {
    const script = scripts.find((one) => matches(one.path, path))
    if (!script) return 'real'
    const [step = 'real'] = script.steps
    if (!script.isEndless) script.steps.shift()
    if (script.steps.length === 0) scripts = scripts.filter((one) => one !== script)
    return step
  }

  return {
    /** The settings (environment variables) of a server that uses the proxy as its provider. */
    settings: {
      SPOTIFY_CLIENT_ID: CLIENT_ID,
      SPOTIFY_ACCOUNTS_BASE: `${proxy.origin}${ACCOUNTS_PATH}`,
      SPOTIFY_API_BASE: `${proxy.origin}${API_PATH}`,
      SPOTIFY_SDK_URL: `${proxy.origin}/spotify/sdk/spotify-player.js`,
    },
    /** The address of the real provider, without the proxy. */
    apiBase: `${real.origin}${API_PATH}`,
    /**
     * Uses these steps for the next calls of a path, one step for each call. A path such as `/me*` means all paths
     * that start with `/me`.
     */
    next(path: string, ...steps: Step[]): void {
      scripts.push({ path, steps, isEndless: false })
    },
    /** Uses this step for every call of a path until `reset` is called. */
    always(path: string, step: Step): void {
      scripts.push({ path, steps: [step], isEndless: true })
    },
    /** Removes all steps, so that the real provider answers again, and empties the list of calls. */
    reset(): void {
      scripts = []
      calls.length = 0
    },
    /** Returns the calls of a path since the last `reset`. Each is a text with the path and, if any, the offset. */
    calls: (path = '*'): readonly string[] => calls.filter((call) => matches(path, call)),
    async close(): Promise<void> {
      for (const { server } of [proxy, real]) {
        server.closeAllConnections()
        server.close()
      }
      await emulator.close()
    },
  }
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

async function listen(server: Server): Promise<{ server: Server; origin: string }> {
  return { server, origin: `http://127.0.0.1:${await listenOnLoopback(server)}` }
}

function answer(
  response: ServerResponse,
  { status = 200, json, text = '', isEndless = false, headers }: FaultyAnswer,
): void {
  const body = json === undefined ? text : JSON.stringify(json)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (isEndless) response.write(body)
  else response.end(body)
}

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { authorization, 'content-type': contentType } = headers
  return { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function jsonOf(text: string): Json {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** Error answers of the provider (docs/spotify.md 2.0). */
export const bad = {
  token: { status: 401, json: { error: { status: 401, message: 'The access token expired' } } },
  forbidden: { status: 403, json: { error: { status: 403, message: 'Forbidden' } } },
  gone: { status: 404, json: { error: { status: 404, message: 'Resource not found' } } },
  request: { status: 400, json: { error: { status: 400, message: 'invalid id' } } },
  broken: { status: 502, json: { error: { status: 502, message: 'Bad gateway.' } } },
  premium: {
    status: 403,
    json: {
      error: { status: 403, message: 'Player command failed: Premium required', reason: 'PREMIUM_REQUIRED' },
    },
  },
  operator: { status: 403, text: 'Active premium subscription required for the owner of the app.' },
  limited: (retryAfterSec: number) => ({
    status: 429,
    text: 'Too many requests',
    headers: { 'retry-after': String(retryAfterSec) },
  }),
  quota: (retryAfterSec: number) => ({
    status: 429,
    json: { error: { status: 429, message: 'Too many requests', reason: 'QUOTA_EXCEEDED' } },
    headers: { 'retry-after': String(retryAfterSec) },
  }),
  grant: { status: 400, json: { error: 'invalid_grant', error_description: 'Refresh token revoked' } },
} as const
