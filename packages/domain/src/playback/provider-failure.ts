import { backoffDelayMs } from './backoff.ts'

/**
 * All failures of calls to the streaming service. Server and browser both use this list, so a failure means
 * the same in both.
 * - `token`: the access token was refused.
 * - `grant-ended`: the token endpoint says that the consent has ended.
 * - `permission`: the consent does not cover this call.
 * - `not-registered`: the person is not on the list of users of our app at the provider.
 * - `operator-premium`: the owner of the app has no Premium.
 * - `premium`: the person has no Premium.
 * - `forbidden`: the provider does not give this content.
 * - `gone`: the provider does not have the requested item.
 * - `full`: the person's account has no room for more playlists, or the playlist for more songs.
 * - `bad-request`: the provider does not accept the request.
 * - `rate`: too many calls.
 * - `quota`: the quota of the day is used up.
 * - `away`: no answer, or an error of the provider's server.
 * - `unclear`: an answer that cannot be read.
 * - `app-refused`: wrong client id or secret.
 * - `sign-in`: the token endpoint refuses for another reason.
 */
export const providerFailures = [
  'token',
  'grant-ended',
  'permission',
  'not-registered',
  'operator-premium',
  'premium',
  'forbidden',
  'gone',
  'full',
  'bad-request',
  'rate',
  'quota',
  'away',
  'unclear',
  'app-refused',
  'sign-in',
] as const
export type ProviderFailure = (typeof providerFailures)[number]

/**
 * What follows from a failure. `concerns` says which other calls fail too:
 * - `group`: the calls of the same group, which pause together
 * - `account`: all calls of this person
 * - `app`: all calls of this server
 * - `item`: only the calls for the same item
 * `retry` is `soon` if the failure passes without action, and `later` if somebody must change something first.
 */
export type FailurePolicy = {
  readonly concerns: 'group' | 'account' | 'app' | 'item'
  readonly retry: 'soon' | 'later'
}

export const failurePolicy: Readonly<Record<ProviderFailure, FailurePolicy>> = {
  token: { concerns: 'account', retry: 'soon' },
  'grant-ended': { concerns: 'account', retry: 'later' },
  permission: { concerns: 'account', retry: 'later' },
  'not-registered': { concerns: 'account', retry: 'later' },
  'operator-premium': { concerns: 'app', retry: 'later' },
  premium: { concerns: 'account', retry: 'later' },
  forbidden: { concerns: 'item', retry: 'later' },
  gone: { concerns: 'item', retry: 'later' },
  full: { concerns: 'item', retry: 'later' },
  'bad-request': { concerns: 'item', retry: 'later' },
  rate: { concerns: 'group', retry: 'soon' },
  quota: { concerns: 'group', retry: 'soon' },
  away: { concerns: 'item', retry: 'soon' },
  unclear: { concerns: 'item', retry: 'soon' },
  'app-refused': { concerns: 'app', retry: 'later' },
  'sign-in': { concerns: 'app', retry: 'later' },
}

/**
 * Classifies a refusal of the Web API by its status and by words in its text. The body can be JSON, plain text or
 * empty.
 * @param status HTTP status; 0 when there was no answer
 * @param text the body
 */
export function apiFailure(status: number, text: string): ProviderFailure {
  if (status === 0 || status === 408 || status >= 500) return 'away'
  if (status === 401 || /only valid bearer authentication/i.test(text)) return 'token'
  if ((status === 400 || status === 403) && /playlist (size )?limit reached/i.test(text)) return 'full'
  if (status === 403) return forbidden(text)
  if (status === 404) return 'gone'
  if (status === 429) return /QUOTA_EXCEEDED/.test(text) ? 'quota' : 'rate'
  return 'bad-request'
}

function forbidden(text: string): ProviderFailure {
  if (/not (be )?registered/i.test(text)) return 'not-registered'
  if (/premium subscription required for the owner/i.test(text)) return 'operator-premium'
  if (/PREMIUM_REQUIRED|premium required/i.test(text)) return 'premium'
  if (/insufficient client scope/i.test(text)) return 'permission'
  return 'forbidden'
}

/**
 * Classifies a refusal of the token endpoint.
 *
 * @param error the `error` of the JSON body; undefined when there is none
 */
export function tokenFailure(status: number, text: string, error: string | undefined): ProviderFailure {
  if (status === 429) return 'rate'
  if (status === 0 || status === 408 || status >= 500) return 'away'
  if (error === 'invalid_grant') return 'grant-ended'
  if (error === 'invalid_client') return 'app-refused'
  if (error === 'temporarily_unavailable' || error === 'server_error') return 'away'
  return forbidden(text) === 'operator-premium' ? 'operator-premium' : 'sign-in'
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const background = {
  soon: { firstMs: 30 * SECOND_MS, mostMs: HOUR_MS },
  later: { firstMs: 10 * MINUTE_MS, mostMs: 24 * HOUR_MS },
} as const

/**
 * Returns how long a background job waits after a failure, in milliseconds (L7).
 * @param attempt the number of failures in a row, with this one
 */
export function retryDelayMs(failure: ProviderFailure, attempt: number): number {
  const { firstMs, mostMs } = background[failurePolicy[failure].retry]
  return backoffDelayMs(firstMs, mostMs, attempt)
}
