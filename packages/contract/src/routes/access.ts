import * as z from 'zod/mini'

/** A call for anyone; a token is ignored (A1). */
export const open = { access: 'public', ready: true } as const

/** A call for the signed-in. */
export const ready = { access: 'private', ready: true } as const

/** The answer of a call that has nothing to tell. */
export const Nothing = z.object({})
