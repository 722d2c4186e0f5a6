import type { Edit } from './edit.ts'
import type { Sections } from './sections.ts'

/** What every section of the options works with. */
export type SectionProps = { readonly edit: Edit; readonly change: (sections: Sections) => void }
