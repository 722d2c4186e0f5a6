import type { PublicUser } from '@jointly/contract'
import { createContext } from 'react'

/** The content of the sheet about people: one person, or the people who voted for a song. */
export type PeopleSheetContent =
  | { readonly kind: 'person'; readonly person: PublicUser }
  | {
      readonly kind: 'voters'
      readonly title: string
      readonly voters: readonly PublicUser[]
      /** The number of all up-votes for the song. It includes people who are not in `voters`. */
      readonly count: number
    }

/** Opens the sheet about people. Outside a session it does nothing. */
export const OpenPeopleSheet = createContext<(content: PeopleSheetContent) => void>(() => undefined)
