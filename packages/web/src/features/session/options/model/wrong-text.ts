import type { TFunction } from 'i18next'
import type { Wrong } from './wrong.ts'

/** The words for one bad part of a save (E3). */
export const wrongText = (t: TFunction, { reason, name }: Wrong): string =>
  t(`session.options.wrong.${reason}`, { name: name ?? t('session.options.wrongName') })
