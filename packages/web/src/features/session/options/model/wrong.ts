import type { Refusal } from '../../../../shared/api/error-text.ts'
import type { RefusedSave } from './options-desk.ts'
import { SECTIONS, type Section, type Sections } from './sections.ts'

/** What can be wrong with one part of the options, as the server names it. */
export const wrongReasons = [
  'title',
  'percent',
  'length',
  'twice',
  'owner',
  'self',
  'stranger',
  'banned',
  'moderator',
  'away',
] as const
export type WrongReason = (typeof wrongReasons)[number] | 'invalid'

/** One bad part of a save: the section it stands in, why, and whose row of a list it is. */
export type Wrong = { readonly section: Section; readonly reason: WrongReason; readonly name: string | null }

/**
 * What a refused save (422) says of each section (R2).
 *
 * @returns empty where it named nothing, or was refused for another reason
 */
export function wrongIn({ answer, sent }: RefusedSave): readonly Wrong[] {
  return Object.entries(fieldsOf(answer)).flatMap(([path, word]) => {
    const section = SECTIONS.find((name) => name === path.split('.')[0])
    if (section === undefined) return []
    const reason = wrongReasons.find((known) => known === word) ?? 'invalid'
    return [{ section, reason, name: nameAt(sent, section, path) }]
  })
}

const fieldsOf = ({ error }: Refusal): Readonly<Record<string, string>> =>
  error.code === 'invalid' && 'fields' in error ? (error.fields ?? {}) : {}

/** The name of the row that a path like `mods.2` points at. */
function nameAt(sent: Sections, section: Section, path: string): string | null {
  const index = Number(/\.(\d+)/.exec(path)?.[1] ?? -1)
  if (section === 'mods' || section === 'banned') return sent[section]?.[index]?.username ?? null
  const item = section === 'flavor' ? sent.flavor?.selected[index] : undefined
  return item?.name ?? item?.title ?? null
}
