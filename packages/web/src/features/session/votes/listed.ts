import type { Vote } from '@jointly/contract'
import { createContext } from 'react'
import { expectedOrder, type Order } from './order.ts'

/** The list as the session's body tells of it, the first song first, and in which order it is expected to play. */
export type Listed = { readonly votes: readonly Vote[]; readonly order: Order }

/** For what a row shows when it is opened: the row itself is drawn anew only when something of its own changes. */
export const ListedVotes = createContext<Listed>({ votes: [], order: expectedOrder([]) })
