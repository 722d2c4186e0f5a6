import * as z from 'zod/mini'

/** A call for anyone; a token is ignored (A1). */
export const open = { access: 'public' } as const

/** A call for the signed-in. */
export const signedIn = { access: 'private' } as const

/** The answer of a call that has nothing to tell. */
export const Nothing = z.object({})
