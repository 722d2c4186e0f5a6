import type { Edit } from '../model/edit.ts'
import type { RefusedSave } from '../model/options-desk.ts'
import type { Sections } from '../model/sections.ts'

/** What the sections of the options work with. */
export type SectionProps = {
  readonly edit: Edit
  readonly change: (sections: Sections) => void
  /** The last save, if it was refused. */
  readonly refused: RefusedSave | null
}
