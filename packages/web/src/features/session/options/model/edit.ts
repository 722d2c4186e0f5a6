import type { Options } from '@jointly/contract'
import {
  mergeSection,
  pick,
  SECTIONS,
  type Section,
  type Sections,
  sameSection,
  sectionsOf,
} from './sections.ts'

/**
 * Options on the way to being saved. `base` and `draft` keep a changed section also after it was taken from this
 * person, so that the change is still there should the section come back.
 */
export type Edit = {
  /** The last loaded copy. */
  readonly loaded: Options
  /** The sections as they were before the own changes. */
  readonly base: Sections
  /** The sections with the own changes. */
  readonly draft: Sections
  /** Sections that someone else changed as well, and differently. */
  readonly conflicts: readonly Section[]
}

/** Nothing changed yet. */
export function beginEdit(loaded: Options): Edit {
  const sections = sectionsOf(loaded)
  return { loaded, base: sections, draft: sections, conflicts: [] }
}

/** Sets sections of the draft; those this person does not see stay out. */
export function change(edit: Edit, sections: Sections): Edit {
  const seen = SECTIONS.filter((name) => edit.base[name] !== undefined)
  return { ...edit, draft: { ...edit.draft, ...pick(sections, seen) } }
}

/** The sections that differ from the last loaded copy and can be saved. */
export function changedIn(edit: Edit): readonly Section[] {
  return ownChanges(edit).filter((name) => edit.loaded[name] !== undefined)
}

/** The sections with own changes that this person may no longer see, and so not save (R2). */
export function lostIn(edit: Edit): readonly Section[] {
  return ownChanges(edit).filter((name) => edit.loaded[name] === undefined)
}

/** The conflicts that still stand: taking the own change back ends one. */
export function conflictsIn(edit: Edit): readonly Section[] {
  const changed = changedIn(edit)
  return edit.conflicts.filter((name) => changed.includes(name))
}

const ownChanges = ({ base, draft }: Edit) => SECTIONS.filter((name) => !sameSection(name, base, draft))

/**
 * Puts the own changes on a newer copy (R4): what only the other changed is taken over, own changes stay, and what
 * both changed differently is named. Sections the copy lacks keep their own changes for later; without any they go.
 */
export function rebase(edit: Edit, loaded: Options): Edit {
  const theirs = sectionsOf(loaded)
  const lost = ownChanges(edit).filter((name) => theirs[name] === undefined)
  let draft: Sections = { ...theirs, ...pick(edit.draft, lost) }
  const conflicts = new Set(edit.conflicts)
  for (const name of SECTIONS) {
    const merged = mergeSection(name, edit.base, edit.draft, theirs)
    if (merged === null) continue
    draft = { ...draft, [name]: merged.value }
    if (merged.conflict) conflicts.add(name)
  }
  return { loaded, base: { ...theirs, ...pick(edit.base, lost) }, draft, conflicts: [...conflicts] }
}

/**
 * After saving: what was sent is no change any more, what was edited meanwhile still is.
 *
 * @param sent the sections of the draft as they were sent
 * @param loaded the server's answer
 */
export function afterSave(edit: Edit, sent: Sections, loaded: Options): Edit {
  return { ...rebase({ ...edit, base: { ...edit.base, ...sent } }, loaded), conflicts: [] }
}
