import type { Playlist } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { soonText } from '../i18n/moment-text.ts'

/**
 * Returns why the import of a playlist failed, and when the next attempt is (L7). Null if the import did not
 * fail.
 */
export function importFailureText(
  t: TFunction,
  { reason, retryAt }: Pick<Playlist, 'reason' | 'retryAt'>,
): string | null {
  if (reason === null) return null
  const failure = t(`provider.failure.${reason}`)
  if (retryAt === null) return failure
  return t('provider.nextTry', { reason: failure, time: soonText(retryAt, Date.now()) })
}
