import * as z from 'zod/mini'

/** A call for everyone. A token is ignored (A1). */
export const publicCall = { access: 'public' } as const

/** A call for logged-in people. */
export const privateCall = { access: 'private' } as const

/** The answer of a call that returns nothing. */
export const EmptyAnswer = z.object({})
