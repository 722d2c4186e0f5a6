import * as z from 'zod/mini'
import type { Method } from '../route.ts'

/** Returns the first fields of a route that everyone may call, and that ignores tokens (A1). */
export const publicCall = <const M extends Method, const P extends string>(method: M, path: P) =>
  ({ access: 'public', method, path }) as const

/** Returns the first fields of a route that people with a token may call, including guests. */
export const privateCall = <const M extends Method, const P extends string>(method: M, path: P) =>
  ({ access: 'private', method, path }) as const

/** Returns the first fields of a route that people with an account may call, but guests may not (G2). */
export const accountCall = <const M extends Method, const P extends string>(method: M, path: P) =>
  ({ access: 'account', method, path }) as const

/** The answer of a route that returns nothing. */
export const EmptyAnswer = z.object({})
