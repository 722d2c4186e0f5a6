import type { TFunction } from 'i18next'
import type { FieldError } from './field-errors.ts'

/** Returns the message for one field error (E3). */
export const fieldErrorText = (t: TFunction, { reason, name }: FieldError): string =>
  t(`session.options.fieldError.${reason}`, { name: name ?? t('session.options.fieldErrorName') })
