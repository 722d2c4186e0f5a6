import type { Vote } from '@jointly/contract'
import { createContext } from 'react'
import { expectedOrder, type ExpectedOrder } from './expected-order.ts'

/** The first songs of the vote list, which are in the session's view, and their expected order. */
export type VoteListContent = { readonly votes: readonly Vote[]; readonly order: ExpectedOrder }

/**
 * The vote list for expanded rows. It is a context and not a prop, so that a change of the list does not render the
 * other rows.
 */
export const VoteListContext = createContext<VoteListContent>({ votes: [], order: expectedOrder([]) })
