import type { Vote } from '@jointly/contract'
import { createContext } from 'react'
import { expectedOrder, type ExpectedOrder } from './expected-order.ts'

/** The songs of the session answer in their order, and the expected order of playing. */
export type VoteListContent = { readonly votes: readonly Vote[]; readonly order: ExpectedOrder }

/** The list for an opened row. As a context it does not render all rows again when the list changes. */
export const VoteListContext = createContext<VoteListContent>({ votes: [], order: expectedOrder([]) })
