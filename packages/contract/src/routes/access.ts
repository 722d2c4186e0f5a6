import * as z from 'zod/mini'

/** A call for everyone. A token is ignored (A1). */
export const publicCall = { access: 'public' } as const

/** A call for people with a token, guests too. */
export const privateCall = { access: 'private' } as const

/** A call for people with an account, not for guests (G2). */
export const accountCall = { access: 'account' } as const

/** The answer of a call that returns nothing. */
export const EmptyAnswer = z.object({})
