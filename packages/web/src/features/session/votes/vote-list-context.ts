import type { Vote } from '@jointly/contract'
import { createContext } from 'react'
import { expectedOrder, type ExpectedOrder } from './expected-order.ts'

/**
 * The first songs of the vote list, which the session's view contains, and the order in which they are expected to
 * play.
 */
export type VoteListContent = { readonly votes: readonly Vote[]; readonly order: ExpectedOrder }

/**
 * The vote list for rows that are open. It is a context, so that a change of the list does not render the closed
 * rows.
 */
export const VoteListContext = createContext<VoteListContent>({ votes: [], order: expectedOrder([]) })
