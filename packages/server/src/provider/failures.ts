import type { ErrorCode } from '@jointly/contract'
import { apiFailure, failurePolicy, type ProviderFailure, tokenFailure } from '@jointly/domain'
import { parseJson } from '../platform/parse-json.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { TokenError } from './wire.ts'

/** The `Retry-After` for clients if the provider has sent none, in seconds. */
const DEFAULT_WAIT_SEC = 5
/** The maximum `Retry-After` in seconds. A longer time from the provider is reduced to this (L6). */
const MAX_WAIT_SEC = 15 * 60

/**
 * The answer to a client for each failure of the provider (L13): an error code, and a text that says what failed and
 * what the person can do.
 */
const answers: Record<ProviderFailure, { code: ErrorCode; message: string }> = {
  token: {
    code: 'provider-away',
    message: 'The streaming service does not accept this connection at the moment. Please try again soon.',
  },
  'grant-ended': {
    code: 'reconnect',
    message: 'The connection to the streaming account ended. Please connect it again.',
  },
  permission: { code: 'reconnect', message: 'A permission is missing. Please connect the account again.' },
  'not-registered': {
    code: 'provider-refused',
    message:
      'The streaming service does not let you in yet. Ask the operator of this server to add you to the users of its app.',
  },
  'operator-premium': {
    code: 'provider-refused',
    message:
      'The streaming service has paused this server, because its operator has no Premium at the moment.',
  },
  premium: {
    code: 'provider-refused',
    message: 'The streaming service does this for Premium members only.',
  },
  forbidden: { code: 'provider-refused', message: 'The streaming service does not give access to this.' },
  gone: { code: 'not-found', message: 'The streaming service does not have this (any more).' },
  full: {
    code: 'provider-refused',
    message: 'There is no more room in the playlists of your streaming account.',
  },
  'bad-request': {
    code: 'provider-refused',
    message: 'The streaming service did not accept this request.',
  },
  rate: { code: 'provider-limit', message: 'The streaming service asks us to wait.' },
  quota: {
    code: 'provider-limit',
    message: 'This server has used up what the streaming service grants it for today.',
  },
  away: {
    code: 'provider-away',
    message: 'The streaming service does not answer. Please try again soon.',
  },
  unclear: {
    code: 'provider-away',
    message: 'The streaming service gave an incomplete answer. Please try again soon.',
  },
  'app-refused': {
    code: 'provider-refused',
    message:
      'The streaming service does not accept this server. Its operator must check the client id and secret.',
  },
  'sign-in': {
    code: 'provider-refused',
    message: 'The streaming service refused to connect the account. Please try again.',
  },
}

/**
 * Converts a provider failure to a refusal.
 * @param retryAfterSec after how many seconds the client may try again; reduced to 15 minutes. If it is missing,
 * temporary failures get `DEFAULT_WAIT_SEC`
 */
export function refuseFor(failure: ProviderFailure, retryAfterSec?: number): Refusal {
  const { code, message } = answers[failure]
  const passes = code === 'provider-away' || code === 'provider-limit'
  const wantedSec = retryAfterSec ?? (passes ? DEFAULT_WAIT_SEC : undefined)
  const wait = wantedSec === undefined ? {} : { retryAfterSec: Math.min(wantedSec, MAX_WAIT_SEC) }
  return refuse(code, { failure, message, ...wait })
}

/** Returns whether a refusal concerns only this account, so that another account may get an answer. */
export function isOfTheAccount({ code, details: { failure } }: Refusal): boolean {
  return code === 'not-linked' || (failure !== undefined && failurePolicy[failure].concerns === 'account')
}

/**
 * Converts an error answer of the Web API to a refusal.
 * @param text the body of the answer
 * @param retryAfterSec after how many seconds the provider allows the next call; undefined if it does not say this
 */
export function apiRefusal(status: number, text: string, retryAfterSec: number | undefined): Refusal {
  return refuseFor(apiFailure(status, text), retryAfterSec)
}

/** Converts an error answer of the token endpoint to a refusal. The parameters are those of `apiRefusal`. */
export function tokenRefusal(status: number, text: string, retryAfterSec: number | undefined): Refusal {
  const parsed = TokenError.safeParse(parseJson(text))
  const failure = tokenFailure(status, text, parsed.success ? parsed.data.error : undefined)
  return refuseFor(failure, retryAfterSec)
}

/**
 * Reads the header `Retry-After`: a number of seconds, or a date (RFC 9110, 10.2.3).
 * @param header null if it is missing
 * @returns a positive number of seconds; undefined if the header does not name a later time
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const seconds = Number(header)
  const wait = Number.isNaN(seconds) ? (Date.parse(header ?? '') - nowMs) / 1000 : seconds
  return wait > 0 ? wait : undefined
}
