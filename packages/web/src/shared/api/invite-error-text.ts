import type { TFunction } from 'i18next'
import { errorText, type FailedAnswer } from './error-text.ts'

/**
 * Returns the text for an invitation that was refused. If the invited person may not enter the session, the text names
 * that person.
 */
export function inviteErrorText(t: TFunction, failed: FailedAnswer, name: string): string {
  const { code } = failed.error
  return code === 'policy' || code === 'banned' ? t('session.social.closed', { name }) : errorText(t, failed)
}
