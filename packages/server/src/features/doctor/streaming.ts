import { isLoopback } from '@jointly/contract'
import type { Config, ProviderAddresses } from '../../config.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { addressOf } from '../../platform/lifecycle/listen.ts'
import { BUILT_IN_CLIENT_ID, BUILT_IN_PATH, isSpotify } from '../../provider/provider.ts'
import { readText } from '../../provider/read-text.ts'
import { ApiError, TokenAnswer, TokenError } from '../../provider/wire.ts'
import { type ReadDatabase, withDatabase } from './database.ts'
import { errorMessage } from '../../platform/error-message.ts'
import { isBuiltInUser, linkedToken } from './linked-token.ts'
import { ok, type Outcome, problem, skipped, warning } from './finding.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024
/** The number of users that a Spotify app may have in development mode (docs/spotify.md). */
const MOST_LISTENERS = 5
/** If the service requires a longer wait than this, the doctor does not state the time. */
const LONGEST_WAIT_SEC = 365 * 86_400
const CALLBACK_PATH = '/callback/spotify'
/** An invalid token. A request with it only checks whether the service knows the credentials of the app. */
const NO_TOKEN = 'doctor'

type Reply = { status: number; text: string; retryAfterSec: number }

/** Checks that the streaming service knows our app, accepts the redirect address, and can be reached. */
export async function checkStreaming(config: Config): Promise<Outcome | Outcome[]> {
  const { spotify } = config
  if (spotify === null) return builtInFinding(config)
  const credentials = await credentialFindings(spotify)
  return [
    ...credentials.found,
    redirectFinding(config),
    ...(credentials.appToken === null ? [] : [await apiFinding(spotify, credentials.appToken)]),
    ...(credentials.isWithoutSecret ? [await linkedFinding(config, spotify)] : []),
  ]
}

/** Counts the linked users, and the users that the streaming service refuses. */
export async function checkListeners(config: Config): Promise<Outcome | Outcome[]> {
  const { spotify } = config
  if (spotify === null || !isSpotify(spotify))
    return skipped('The number of listeners is limited with Spotify only.')
  const found = await withDatabase(config, listenerFindings).catch(() => null)
  return found ?? skipped('Nobody can be counted: there is no database, or it does not answer.')
}

/** Checks the built-in service with a request to this server, because the service runs only with the server. */
async function ownServiceFinding({ host, port }: Config): Promise<Outcome> {
  const reply = await request(`${addressOf(host, port)}${BUILT_IN_PATH}/status`, {})
  if (reply instanceof Error)
    return skipped('The built-in streaming service runs with the server, which does not run here.')
  return reply.status === 200
    ? ok('The built-in streaming service answers. It needs no app and has no quota.')
    : problem(
        `The built-in streaming service does not answer (${reply.status}).`,
        'The server starts it again by itself; its log says why it ended.',
      )
}

async function builtInFinding(config: Config): Promise<Outcome> {
  const { provider } = config
  if (provider === null) return ownServiceFinding(config)
  const reply = await post(`${provider.url}${BUILT_IN_PATH}/accounts/api/token`, {
    grant_type: 'client_credentials',
    client_id: BUILT_IN_CLIENT_ID,
    client_secret: provider.secret,
  })
  if (reply instanceof Error)
    return problem(
      `The built-in service at PROVIDER_URL cannot be reached: ${errorMessage(reply)}`,
      'Start it, or correct PROVIDER_URL.',
    )
  return reply.status === 200
    ? ok('The built-in service at PROVIDER_URL answers and knows this server.')
    : problem(
        'The built-in service refuses this server.',
        `Give both the same PROVIDER_SECRET, and start the service with --client ${BUILT_IN_CLIENT_ID}.`,
      )
}

async function credentialFindings(
  addresses: ProviderAddresses,
): Promise<{ found: Outcome[]; appToken: string | null; isWithoutSecret?: boolean }> {
  const { accountsBase, clientId, clientSecret } = addresses
  const grant =
    clientSecret === null
      ? { grant_type: 'refresh_token', refresh_token: NO_TOKEN }
      : { grant_type: 'client_credentials', client_secret: clientSecret }
  const reply = await post(`${accountsBase}/api/token`, { ...grant, client_id: clientId })
  const only = (outcome: Outcome) => ({ found: [outcome], appToken: null })
  if (reply instanceof Error)
    return only(
      problem(
        `${accountsBase} cannot be reached: ${errorMessage(reply)}`,
        'Let this machine reach it: check DNS, firewall and outgoing proxy.',
      ),
    )
  if (reply.status === 429) return only(quotaFinding(reply))
  if (reply.status >= 500)
    return only(
      warning(
        `The streaming service has a failure of its own (${reply.status}).`,
        'Wait, and run this again; nothing has to be changed here.',
      ),
    )
  const token = TokenAnswer.safeParse(parseJson(reply.text))
  if (token.success)
    return {
      found: [ok('The streaming service knows client id and secret.')],
      appToken: token.data.access_token,
    }
  const error = TokenError.safeParse(parseJson(reply.text)).data?.error
  if (error === 'invalid_grant')
    return { ...only(ok('The streaming service knows the client id.')), isWithoutSecret: true }
  if (error === 'invalid_client')
    return only(
      problem(
        clientSecret === null
          ? 'The streaming service does not know SPOTIFY_CLIENT_ID, or asks for a secret.'
          : 'The streaming service refuses SPOTIFY_CLIENT_ID or SPOTIFY_CLIENT_SECRET.',
        'Copy both from the settings of your app in the developer dashboard. A secret that was rotated is dead at once.',
      ),
    )
  return only(
    problem(
      `The token endpoint answers ${reply.status}: ${error ?? reply.text.slice(0, 200)}`,
      'Check SPOTIFY_ACCOUNTS_BASE, and the state of the app in the developer dashboard.',
    ),
  )
}

/** Checks the address to which the consent page redirects (docs/spotify.md, redirect addresses). */
function redirectFinding({ publicOrigin, port, spotify }: Config): Outcome {
  const origin = publicOrigin ?? `http://127.0.0.1:${port}`
  const address = origin + CALLBACK_PATH
  const { protocol, hostname } = new URL(origin)
  if (
    spotify !== null &&
    isSpotify(spotify) &&
    protocol === 'http:' &&
    (!isLoopback(hostname) || hostname === 'localhost')
  )
    return problem(
      `Spotify does not send people back to ${address}.`,
      hostname === 'localhost'
        ? `Use the number in place of the name: PUBLIC_ORIGIN=http://127.0.0.1:${new URL(origin).port || port}`
        : 'Spotify accepts https, or http on 127.0.0.1. Put a proxy with a certificate in front.',
    )
  return ok(
    `The app has to name this redirect address, letter by letter: ${address}. Only a person who links can see whether it does.`,
  )
}

/** Checks the Web API with the token of a linked account, because an app without a secret has no token of its own. */
async function linkedFinding(config: Config, addresses: ProviderAddresses): Promise<Outcome> {
  const token = await linkedToken(config)
  return token === null
    ? skipped('Quota and Premium are checked with the secret, or while a linked account is in use.')
    : apiFinding(addresses, token)
}

/**
 * Makes one small search with this token, usually the app's own. The search fails if the owner of the app has no
 * Premium or if the quota is used up.
 */
async function apiFinding({ apiBase }: ProviderAddresses, token: string): Promise<Outcome> {
  const reply = await request(`${apiBase}/search?q=a&type=track&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (reply instanceof Error)
    return problem(
      `${apiBase} cannot be reached: ${errorMessage(reply)}`,
      'Let this machine reach it: check DNS, firewall and outgoing proxy.',
    )
  if (reply.status === 200)
    return ok('The Web API answers; no limit is in force. It does not say how much quota is left.')
  if (reply.status === 429) return quotaFinding(reply)
  if (/premium subscription required for the owner/i.test(reply.text))
    return problem(
      'The owner of the app has no Premium, so the streaming service refuses every call.',
      'Renew Premium for the account that owns the app. It can take a few hours until calls are let through.',
    )
  if (reply.status >= 500)
    return warning(
      `The Web API has a failure of its own (${reply.status}).`,
      'Wait, and run this again; nothing has to be changed here.',
    )
  const reason = ApiError.safeParse(parseJson(reply.text)).data?.error.message ?? reply.text.slice(0, 200)
  return warning(
    `The Web API refuses a search for this check (${reply.status}: ${reason}).`,
    'Some apps may not search without a person. Link an account: if its search works, nothing has to be done.',
  )
}

function quotaFinding({ text, retryAfterSec }: Reply): Outcome {
  const isQuota = ApiError.safeParse(parseJson(text)).data?.error.reason === 'QUOTA_EXCEEDED'
  const isTime = retryAfterSec > 0 && retryAfterSec < LONGEST_WAIT_SEC
  const until = isTime ? ` until ${new Date(Date.now() + retryAfterSec * 1000).toISOString()}` : ''
  return isQuota
    ? problem(
        `The quota of the app is used up${until}.`,
        'Wait. Import fewer or smaller playlists, or use an app of your own for each group.',
      )
    : warning(`The streaming service asks to slow down${until}.`, 'Wait; the server keeps to it by itself.')
}

async function listenerFindings(read: ReadDatabase): Promise<Outcome[]> {
  const linked = await read('select distinct provider_user_id, owner_id, status from accounts')
  const rows = linked.filter((row) => !isBuiltInUser(row))
  const people = new Set(rows.map((row) => String(row['provider_user_id'])))
  const notAllowed = rows.filter((row) => row['status'] === 'not-allowed').length
  const taken = `${people.size} of ${MOST_LISTENERS} listeners are linked.`
  return [
    people.size >= MOST_LISTENERS
      ? warning(
          taken,
          'For one more, remove somebody from the users of the app in the developer dashboard first.',
        )
      : ok(taken),
    ...(notAllowed > 0
      ? [
          problem(
            `${notAllowed} linked ${notAllowed === 1 ? 'account is' : 'accounts are'} not let in by the streaming service.`,
            'Add their e-mail address under Users in the settings of the app, and let them link again.',
          ),
        ]
      : []),
  ]
}

function post(url: string, fields: Record<string, string>): Promise<Reply | Error> {
  return request(url, { method: 'POST', body: new URLSearchParams(fields) })
}

async function request(url: string, init: RequestInit): Promise<Reply | Error> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const retryAfterSec = Number(answer.headers.get('retry-after')) || 0
    return { status: answer.status, text: await readText(answer, MAX_BYTES), retryAfterSec }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
