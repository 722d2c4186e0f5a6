import * as z from 'zod/mini'

/** A route for everyone, which ignores tokens (A1). */
export const publicCall = { access: 'public' } as const

/** A route for people with a token, including guests. */
export const privateCall = { access: 'private' } as const

/** A route for people with an account, but not for guests (G2). */
export const accountCall = { access: 'account' } as const

/** The answer of a route that returns nothing. */
export const EmptyAnswer = z.object({})
