import type { TFunction } from 'i18next'
import { errorText, type FailedAnswer } from './error-text.ts'

/**
 * Returns the text for an invitation that was refused. If the policy does not let the invited person in, the text
 * names that person.
 */
export const inviteErrorText = (t: TFunction, failed: FailedAnswer, name: string): string =>
  failed.error.code === 'policy' ? t('session.social.closed', { name }) : errorText(t, failed)
