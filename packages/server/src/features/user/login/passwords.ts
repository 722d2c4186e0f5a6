import type { Options } from '@node-rs/argon2'
import { type Refused, refuse } from '../../../platform/refusal.ts'
import { isCommonPassword, isNamePassword } from './common-passwords.ts'

/** What one hash costs: memory in KiB, and rounds over it. */
export type HashCost = { memoryKiB: number; rounds: number }

/** OWASP's parameters for Argon2id (A3), which is the library's own algorithm by default. */
const OWASP_COST: HashCost = { memoryKiB: 19_456, rounds: 2 }

/** Each takes 19 MiB and a core for some milliseconds; more at once would only wait elsewhere. */
const AT_ONCE = 2

/** The hash of no password: unknown names are compared with it, so that they take as long as known ones (A3). */
const hashOfNobody = ({ memoryKiB, rounds }: HashCost) =>
  `$argon2id$v=19$m=${memoryKiB},t=${rounds},p=1$isTVwBIbWhx5e84NQiAdfA$nT5aopP21TzUvyVorOh+9jhEA7/tcTIwFMzMx8twlbc`

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
export function createPasswords(cost: HashCost = OWASP_COST): Passwords {
  const parameters: Options = { memoryCost: cost.memoryKiB, timeCost: cost.rounds, parallelism: 1 }
  const nobody = hashOfNobody(cost)
  const inTurn = limitAtOnce(AT_ONCE)
  const library = () => import('@node-rs/argon2')
  return {
    async hash(password, username, field) {
      if (isNamePassword(password, username) || (await isCommonPassword(password)))
        return refuse('invalid', { fields: { [field]: 'common' } })
      return inTurn(async () => (await library()).hash(password, parameters))
    },
    async matches(hash, password) {
      const isRight = await inTurn(async () => (await library()).verify(hash ?? nobody, password))
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
