import type { TFunction } from 'i18next'
import { errorText, type FailedAnswer } from '../../../shared/api/error-text.ts'

const reasons = ['type', 'animated', 'pixels', 'unreadable'] as const

/** Returns why a picture was refused, in plain words (U4). */
export function pictureErrorText(t: TFunction, answer: FailedAnswer): string {
  const reason = 'fields' in answer.error ? answer.error.fields?.picture : undefined
  const known = reasons.find((each) => each === reason)
  if (known) return t(`people.picture.${known}`)
  return answer.error.code === 'too-large' ? t('people.picture.size') : errorText(t, answer)
}
