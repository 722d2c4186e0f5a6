import type { Options } from '@jointly/contract'
import {
  mergeSection,
  pickSections,
  SECTIONS,
  type Section,
  type Sections,
  sameSection,
  sectionsOf,
} from './sections.ts'

/**
 * Options with unsaved changes. If the person may no longer see a changed section, `base` and `draft` still contain
 * it. The person may get the right to see it again.
 */
export type Edit = {
  /** The options of the last load. */
  readonly loaded: Options
  /** The sections before this person's changes. */
  readonly base: Sections
  /** The sections after this person's changes. */
  readonly draft: Sections
  /** The sections that this person and another person have changed to different values. */
  readonly conflicts: readonly Section[]
}

export function beginEdit(loaded: Options): Edit {
  const sections = sectionsOf(loaded)
  return { loaded, base: sections, draft: sections, conflicts: [] }
}

/** Sets sections of the draft. Sections that this person cannot see are not set. */
export function changeDraft(edit: Edit, sections: Sections): Edit {
  const seen = SECTIONS.filter((name) => edit.base[name] !== undefined)
  return { ...edit, draft: { ...edit.draft, ...pickSections(sections, seen) } }
}

/** Returns the names of the changed sections that can be saved. */
export function changedSections(edit: Edit): readonly Section[] {
  return unsavedSections(edit).filter((name) => edit.loaded[name] !== undefined)
}

/** Returns the names of the changed sections that cannot be saved, because this person can no longer see them (R2). */
export function lostSections(edit: Edit): readonly Section[] {
  return unsavedSections(edit).filter((name) => edit.loaded[name] === undefined)
}

/** Returns the names of the sections that have a conflict and still contain unsaved changes of this person. */
export function openConflicts(edit: Edit): readonly Section[] {
  const changed = changedSections(edit)
  return edit.conflicts.filter((name) => changed.includes(name))
}

const unsavedSections = ({ base, draft }: Edit) => SECTIONS.filter((name) => !sameSection(name, base, draft))

/**
 * Applies this person's changes to newer options (R4). It is a conflict if another person has changed the same
 * section to a different value. A changed section stays even if it is missing in the newer options.
 */
export function rebase(edit: Edit, loaded: Options): Edit {
  const theirs = sectionsOf(loaded)
  const lost = unsavedSections(edit).filter((name) => theirs[name] === undefined)
  let draft: Sections = { ...theirs, ...pickSections(edit.draft, lost) }
  const conflicts = new Set(edit.conflicts)
  for (const name of SECTIONS) {
    const merged = mergeSection(name, edit.base, edit.draft, theirs)
    if (merged === null) continue
    draft = { ...draft, [name]: merged.value }
    if (merged.conflict) conflicts.add(name)
  }
  return { loaded, base: { ...theirs, ...pickSections(edit.base, lost) }, draft, conflicts: [...conflicts] }
}

/**
 * Returns the edit after the server has accepted a save. Changes that the person made during the save stay unsaved.
 * @param sent the sections that were sent
 * @param loaded the server's answer
 */
export function afterSave(edit: Edit, sent: Sections, loaded: Options): Edit {
  return { ...rebase({ ...edit, base: { ...edit.base, ...sent } }, loaded), conflicts: [] }
}
