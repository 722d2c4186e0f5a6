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
import { checkTexts } from './texts/check-texts.ts'
import { listenerTexts, streamingTexts as texts } from './texts/streaming-texts.ts'

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
  if (spotify === null || !isSpotify(spotify)) return skipped(listenerTexts.unlimited)
  const found = await withDatabase(config, listenerFindings).catch(() => null)
  return found ?? skipped(listenerTexts.uncounted)
}

/** Checks the built-in service with a request to this server, because the service runs only with the server. */
async function ownServiceFinding({ host, port }: Config): Promise<Outcome> {
  const reply = await request(`${addressOf(host, port)}${BUILT_IN_PATH}/status`, {})
  if (reply instanceof Error) return skipped(texts.builtInNotRunning)
  return reply.status === 200
    ? ok(texts.builtInGood)
    : problem(texts.builtInFails(reply.status), texts.startsAgain)
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
    return problem(texts.providerUnreachable(errorMessage(reply)), texts.startProvider)
  return reply.status === 200
    ? ok(texts.providerGood)
    : problem(texts.providerRefuses, texts.shareSecret(BUILT_IN_CLIENT_ID))
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
    return only(problem(checkTexts.unreachable(accountsBase, errorMessage(reply)), texts.checkNetwork))
  if (reply.status === 429) return only(quotaFinding(reply))
  if (reply.status >= 500) return only(warning(texts.serviceFails(reply.status), texts.waitForService))
  const token = TokenAnswer.safeParse(parseJson(reply.text))
  if (token.success)
    return {
      found: [ok(texts.secretGood)],
      appToken: token.data.access_token,
    }
  const error = TokenError.safeParse(parseJson(reply.text)).data?.error
  if (error === 'invalid_grant') return { ...only(ok(texts.clientIdGood)), isWithoutSecret: true }
  if (error === 'invalid_client')
    return only(problem(clientSecret === null ? texts.clientIdRefused : texts.secretRefused, texts.copyBoth))
  return only(problem(texts.tokenFails(reply.status, error ?? reply.text.slice(0, 200)), texts.checkApp))
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
      texts.redirectRefused(address),
      hostname === 'localhost' ? texts.useNumber(new URL(origin).port || String(port)) : texts.useHttps,
    )
  return ok(texts.redirect(address))
}

/** Checks the Web API with the token of a linked account, because an app without a secret has no token of its own. */
async function linkedFinding(config: Config, addresses: ProviderAddresses): Promise<Outcome> {
  const token = await linkedToken(config)
  return token === null ? skipped(texts.quotaUnchecked) : apiFinding(addresses, token)
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
    return problem(checkTexts.unreachable(apiBase, errorMessage(reply)), texts.checkNetwork)
  if (reply.status === 200) return ok(texts.apiGood)
  if (reply.status === 429) return quotaFinding(reply)
  if (/premium subscription required for the owner/i.test(reply.text))
    return problem(texts.withoutPremium, texts.renewPremium)
  if (reply.status >= 500) return warning(texts.apiFails(reply.status), texts.waitForService)
  const reason = ApiError.safeParse(parseJson(reply.text)).data?.error.message ?? reply.text.slice(0, 200)
  return warning(texts.searchRefused(reply.status, reason), texts.linkToSearch)
}

function quotaFinding({ text, retryAfterSec }: Reply): Outcome {
  const isQuota = ApiError.safeParse(parseJson(text)).data?.error.reason === 'QUOTA_EXCEEDED'
  const isTime = retryAfterSec > 0 && retryAfterSec < LONGEST_WAIT_SEC
  const untilMs = isTime ? Date.now() + retryAfterSec * 1000 : null
  return isQuota
    ? problem(texts.quotaUsed(untilMs), texts.saveQuota)
    : warning(texts.slowDown(untilMs), texts.waitAutomatically)
}

async function listenerFindings(read: ReadDatabase): Promise<Outcome[]> {
  const linked = await read('select distinct provider_user_id, owner_id, status from accounts')
  const rows = linked.filter((row) => !isBuiltInUser(row))
  const people = new Set(rows.map((row) => String(row['provider_user_id'])))
  const notAllowed = rows.filter((row) => row['status'] === 'not-allowed').length
  const taken = listenerTexts.linked(people.size, MOST_LISTENERS)
  return [
    people.size >= MOST_LISTENERS ? warning(taken, listenerTexts.removeOne) : ok(taken),
    ...(notAllowed > 0 ? [problem(listenerTexts.notAllowed(notAllowed), listenerTexts.addUsers)] : []),
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
