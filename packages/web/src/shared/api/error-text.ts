import type { Answer } from '@jointly/contract'
import { failurePolicy, type ProviderFailure } from '@jointly/domain'
import type { TFunction } from 'i18next'
import { fieldReasons } from './texts.ts'

/** If the server requires a wait of at most this many seconds, the text says "in a moment" instead of the time. */
const SHORT_WAIT_SEC = 10

export type FailedAnswer = Extract<Answer<unknown>, { ok: false }>

/**
 * Returns whether the same call may succeed soon: the server did not answer, was busy or broken. Any other failure is
 * a decision of the server.
 */
export const isTemporary = ({ status }: FailedAnswer): boolean =>
  status < 400 || status === 429 || status >= 500

/**
 * Returns the text for a failed call: what failed and what to do (E3). After too many calls, or a temporary failure
 * of the streaming service, the text also says how long to wait, if the answer contains a time.
 */
export function errorText(t: TFunction, { error, retryAfterSec }: FailedAnswer): string {
  if (error.code === 'rate-limited' && retryAfterSec !== null)
    return t('error.rate-limited-wait', { wait: waitText(t, retryAfterSec) })
  if (error.code === 'internal' && 'requestId' in error && error.requestId)
    return t('error.internal-id', { id: error.requestId })
  if ('reason' in error && error.reason) return failureText(t, error.reason, retryAfterSec)
  return t(`error.${error.code}`)
}

/**
 * Returns the text for a failure of the streaming service (L13). If the failure is temporary, the text also says when
 * to try again.
 */
function failureText(t: TFunction, failure: ProviderFailure, retryAfterSec: number | null): string {
  const reason = t(`provider.failure.${failure}`)
  if (failurePolicy[failure].retry === 'later') return reason
  const isLong = retryAfterSec !== null && retryAfterSec > SHORT_WAIT_SEC
  return isLong
    ? t('provider.tryAgainIn', { reason, wait: waitText(t, retryAfterSec) })
    : t('provider.tryAgain', { reason })
}

function waitText(t: TFunction, seconds: number): string {
  if (seconds < 90) return t('error.wait-seconds', { count: Math.ceil(seconds) })
  return t('error.wait-minutes', { count: Math.ceil(seconds / 60) })
}

/**
 * Returns the texts for the invalid inputs that a refusal names.
 * @returns the texts by the last part of the input's path (`data.username` → `username`); empty if the refusal names
 * no inputs
 */
export function fieldTexts(t: TFunction, { error }: FailedAnswer): Record<string, string> {
  const fields = 'fields' in error ? (error.fields ?? {}) : {}
  return Object.fromEntries(
    Object.entries(fields).map(([path, reason]) => [path.split('.').at(-1) ?? path, reasonText(t, reason)]),
  )
}

function reasonText(t: TFunction, reason: string): string {
  const known = fieldReasons.find((name) => name === reason)
  return t(`field.${known ?? 'invalid'}`)
}
