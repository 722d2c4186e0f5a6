import type { Answer } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { fieldReasons } from './texts.ts'

export type Refused = Extract<Answer<unknown>, { ok: false }>

/**
 * What a failed call says to a person: what failed and what to do (E3). A refusal with a wait names it.
 *
 * @param t the translation function
 */
export function errorText(t: TFunction, { error, retryAfterSec }: Refused): string {
  if (error.code === 'rate-limited' && retryAfterSec !== null)
    return t('error.rate-limited-wait', { wait: waitText(t, retryAfterSec) })
  if (error.code === 'internal' && 'requestId' in error && error.requestId)
    return t('error.internal-id', { id: error.requestId })
  return t(`error.${error.code}`)
}

function waitText(t: TFunction, seconds: number): string {
  if (seconds < 90) return t('error.wait-seconds', { count: Math.ceil(seconds) })
  return t('error.wait-minutes', { count: Math.ceil(seconds / 60) })
}

/**
 * The words for each bad input that a refusal names.
 *
 * @returns by the last part of the input's path (`data.username` → `username`); empty when it names none
 */
export function fieldTexts(t: TFunction, { error }: Refused): Record<string, string> {
  const fields = 'fields' in error ? (error.fields ?? {}) : {}
  return Object.fromEntries(
    Object.entries(fields).map(([path, reason]) => [path.split('.').at(-1) ?? path, reasonText(t, reason)]),
  )
}

function reasonText(t: TFunction, reason: string): string {
  const known = fieldReasons.find((name) => name === reason)
  return t(`field.${known ?? 'invalid'}`)
}
