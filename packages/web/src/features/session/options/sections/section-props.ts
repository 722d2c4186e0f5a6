import type { Edit } from '../model/edit.ts'
import type { FailedSave } from '../model/options-editor.ts'
import type { Sections } from '../model/sections.ts'

export type SectionProps = {
  readonly edit: Edit
  readonly change: (sections: Sections) => void
  /** The last save, if the server refused it. Otherwise null. */
  readonly refused: FailedSave | null
}
