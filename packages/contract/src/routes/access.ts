import * as z from 'zod/mini'
import type { Method } from '../route.ts'

/** Returns the start of a route for everyone, which ignores tokens (A1). */
export const publicCall = <const M extends Method, const P extends string>(method: M, path: P) =>
  ({ access: 'public', method, path }) as const

/** Returns the start of a route for people with a token, including guests. */
export const privateCall = <const M extends Method, const P extends string>(method: M, path: P) =>
  ({ access: 'private', method, path }) as const

/** Returns the start of a route for people with an account, but not for guests (G2). */
export const accountCall = <const M extends Method, const P extends string>(method: M, path: P) =>
  ({ access: 'account', method, path }) as const

/** The answer of a route that returns nothing. */
export const EmptyAnswer = z.object({})
