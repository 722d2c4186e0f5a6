import type { FailedAnswer } from '../../../../shared/api/error-text.ts'
import type { TFunction } from 'i18next'
import type { FailedSave } from './options-editor.ts'
import { SECTIONS, type Section, type Sections } from './sections.ts'

/** The server gives one of these reasons for a field error. */
export const fieldErrorReasons = [
  'title',
  'percent',
  'number',
  'gone',
  'length',
  'twice',
  'owner',
  'stranger',
  'banned',
] as const
export type FieldErrorReason = (typeof fieldErrorReasons)[number] | 'invalid'

/** One invalid field of a refused save. If the field is part of a list item, `name` is the name of the item. */
export type FieldError = {
  readonly section: Section
  readonly reason: FieldErrorReason
  readonly name: string | null
}

/** Returns the field errors of a refused save (422). Empty if the server refused the save for another reason (R2). */
export function fieldErrorsIn({ answer, sent }: FailedSave): readonly FieldError[] {
  return Object.entries(fieldsOf(answer)).flatMap(([path, text]) => {
    const section = SECTIONS.find((name) => name === path.split('.')[0])
    if (section === undefined) return []
    const reason = fieldErrorReasons.find((each) => each === text) ?? 'invalid'
    return [{ section, reason, name: nameAt(sent, section, path) }]
  })
}

const fieldsOf = ({ error }: FailedAnswer): Readonly<Record<string, string>> =>
  error.code === 'invalid' && 'fields' in error ? (error.fields ?? {}) : {}

/** Returns the name of the list item at a path such as `mods.2`. Null if the path is not in a list. */
function nameAt(sent: Sections, section: Section, path: string): string | null {
  const index = Number(/\.(\d+)/.exec(path)?.[1] ?? -1)
  if (section === 'mods') return sent.mods?.[index]?.username ?? null
  const item = section === 'flavor' ? sent.flavor?.selected[index] : undefined
  return item?.name ?? item?.title ?? null
}

/** Returns the message for one field error (E3). */
export const fieldErrorText = (t: TFunction, { reason, name }: FieldError): string =>
  t(`session.options.fieldError.${reason}`, { name: name ?? t('session.options.fieldErrorName') })
