import type { Options } from '@node-rs/argon2'
import { type Refused, refuse } from '../../../refusal.ts'
import { isCommonPassword, isNamePassword } from './common-passwords.ts'

/** OWASP's parameters for Argon2id (A3), which is the library's own algorithm by default. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and a core for some milliseconds; more at once would only wait elsewhere. */
const AT_ONCE = 2

/** The hash of no password: unknown names are compared with it, so that they take as long as known ones (A3). */
const HASH_OF_NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$isTVwBIbWhx5e84NQiAdfA$nT5aopP21TzUvyVorOh+9jhEA7/tcTIwFMzMx8twlbc'

export type Passwords = {
  /**
   * The hash of a new password, or the refusal of one that is common or a name (A10).
   *
   * @param username of the person whose password it will be
   * @param field name of the password's field in the body of the call
   */
  hash(password: string, username: string, field: string): Promise<string | Refused>
  /** @param hash null for a person who does not exist: takes as long, and is false */
  matches(hash: string | null, password: string): Promise<boolean>
}

/** Hashes passwords off the event loop, a few at a time; the library is loaded with the first of them. */
export function createPasswords(): Passwords {
  const inTurn = limitAtOnce(AT_ONCE)
  const library = () => import('@node-rs/argon2')
  return {
    async hash(password, username, field) {
      if (isNamePassword(password, username) || (await isCommonPassword(password)))
        return refuse('invalid', { fields: { [field]: 'common' } })
      return inTurn(async () => (await library()).hash(password, PARAMETERS))
    },
    async matches(hash, password) {
      const isRight = await inTurn(async () => (await library()).verify(hash ?? HASH_OF_NOBODY, password))
      return hash !== null && isRight
    },
  }
}

function limitAtOnce(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
