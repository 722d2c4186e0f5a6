import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { createEmulatorServer } from '../emulator-server.ts'
import { createSpotifyEmulator, type EmulatorOptions, type SpotifyEmulator } from '../index.ts'
import { toneLibrary } from './tone-library.ts'

export const allScopes =
  'streaming user-read-email user-read-private user-read-playback-state user-modify-playback-state playlist-read-private playlist-read-collaborative playlist-modify-private playlist-modify-public'

export const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
})
export type Tokens = z.infer<typeof Tokens>

/** Matches every text that contains this part. Vitest gives its own matcher the type `any`. */
export const containing = (part: string): unknown => expect.stringContaining(part)

export type TestEmulator = Awaited<ReturnType<typeof startEmulator>>

/**
 * Starts the emulator with an HTTP server on a free port. Its songs are tones. At the end of the test, the emulator
 * stops.
 */
export async function startEmulator(options: Partial<EmulatorOptions> = {}) {
  const emulator: SpotifyEmulator = createSpotifyEmulator({
    clients: [{ id: 'public' }, { id: 'confidential', secret: 'hush' }],
    control: true,
    loginAs: true,
    ...(options.musicDir === undefined ? { library: toneLibrary() } : {}),
    ...options,
  })
  const { origin, stop } = await serve(emulator)
  onTestFinished(stop)
  const base = `${origin}/spotify`
  const redirectUri = `${origin}/callback/spotify`
  const switchFaults = async (changes: Record<string, unknown>): Promise<number> =>
    (await fetch(`${base}/__emu/config`, { method: 'PUT', body: JSON.stringify(changes) })).status
  return {
    ...{ origin, base, redirectUri, stop, switchFaults },
    ...accountCalls(base, redirectUri),
    scan: () => emulator.scan(),
    call: (token: string, method: string, path: string, body?: unknown) =>
      callApi(`${base}/api/v1${path}`, token, method, body),
  }
}

/** Starts an HTTP server on a free port. @returns its origin, and a function that stops server and emulator */
async function serve(emulator: SpotifyEmulator) {
  const server = createEmulatorServer(emulator, false)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    server.closeAllConnections()
    server.close()
    await emulator.close()
  }
  return { origin: `http://127.0.0.1:${port}`, stop }
}

/** Calls the Web API. @returns the answer, with its body as text, and parsed if it is JSON */
async function callApi(
  url: string,
  token: string,
  method: string,
  body: unknown,
): Promise<{ status: number; headers: Headers; text: string; json: unknown }> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

/** The calls of an app that links accounts. */
function accountCalls(base: string, redirectUri: string) {
  const tokenRequest = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${base}/accounts/api/token`, { method: 'POST', headers, body: new URLSearchParams(form) })

  /** Revokes a token as the app without a secret. */
  const revoke = (form: Record<string, string>) =>
    fetch(`${base}/accounts/api/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'public', ...form }),
    })

  const authorizeUrl = (changes: Record<string, string | null> = {}): { url: string; verifier: string } => {
    const verifier = randomBytes(40).toString('base64url')
    const query = new URLSearchParams({
      client_id: 'public',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: allScopes,
      state: 'some state & more',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    return { url: `${base}/accounts/authorize?${query.toString()}`, verifier }
  }
  /** Gives consent as this person, without the page. @returns the code, and the verifier that its exchange needs */
  const approve = async (person: string, changes: Record<string, string | null> = {}) => {
    const { url, verifier } = authorizeUrl({ login_as: person, ...changes })
    const response = await fetch(url, { redirect: 'manual' })
    const location = response.headers.get('location') ?? ''
    return {
      verifier,
      code: URL.canParse(location) ? (new URL(location).searchParams.get('code') ?? '') : '',
    }
  }
  const link = async (person: string, scope = allScopes): Promise<Tokens> => {
    const { verifier, code } = await approve(person, { scope })
    const response = await tokenRequest({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: 'public',
      code_verifier: verifier,
    })
    return Tokens.parse(await response.json())
  }

  return { tokenRequest, revoke, authorizeUrl, approve, link }
}
