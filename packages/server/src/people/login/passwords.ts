import type { Options } from '@node-rs/argon2'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { isCommonPassword, isNamePassword } from './common-passwords.ts'

/** The cost of one hash: memory in KiB, and rounds. */
export type HashCost = { memoryKiB: number; rounds: number }

/** OWASP's parameters for Argon2id (A3), the default algorithm of the library. */
const OWASP_COST: HashCost = { memoryKiB: 19_456, rounds: 2 }

/**
 * At most this many hashes are computed at the same time, because each needs 19 MiB and some milliseconds of a
 * core.
 */
const AT_ONCE = 2
/** At most this many calls wait for a hash, which takes some seconds. Otherwise a flood would make all others wait (A4). */
const MOST_WAITING = 200
const tooBusy = refuse('rate-limited', { retryAfterSec: 5 })

/**
 * Returns a hash that no password matches. For an unknown username, the password is compared with this hash. So the
 * answer takes as long as for a known username (A3).
 */
const hashOfNobody = ({ memoryKiB, rounds }: HashCost) =>
  `$argon2id$v=19$m=${memoryKiB},t=${rounds},p=1$isTVwBIbWhx5e84NQiAdfA$nT5aopP21TzUvyVorOh+9jhEA7/tcTIwFMzMx8twlbc`

export type Passwords = {
  /**
   * Hashes a new password. Refuses a common password, and one that is only the name of the user or the app (A10).
   * Refuses also if too many calls wait.
   * @param username the name of the user who sets the password
   * @param field the name of the password field in the request body, for the refusal
   */
  hash(password: string, username: string, field: string): Promise<string | Refusal>
  /**
   * Compares a password with a hash. If the hash is null, because the user does not exist, the result is false after
   * the same time. Refuses if too many calls wait.
   */
  matches(hash: string | null, password: string): Promise<boolean | Refusal>
  /** Returns a refusal while too many calls wait. A login asks first, so that it looks up no user then (A3). */
  refuseIfBusy(): Refusal | null
}

/** The functions of the library. They run in the threads that Node has for files and other work. */
type HashLibrary = {
  hash(password: string, options: Options): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/**
 * Creates a hasher that uses worker threads for a few passwords at a time. The first call loads the library.
 */
export function createPasswords(
  cost: HashCost = OWASP_COST,
  library: () => Promise<HashLibrary> = () => import('@node-rs/argon2'),
): Passwords {
  const parameters: Options = { memoryCost: cost.memoryKiB, timeCost: cost.rounds, parallelism: 1 }
  const nobody = hashOfNobody(cost)
  const { inTurn, isFull } = createQueue()
  return {
    async hash(password, username, field) {
      if (isNamePassword(password, username) || (await isCommonPassword(password)))
        return refuse('invalid', { fields: { [field]: 'common' } })
      return inTurn(async () => (await library()).hash(password, parameters))
    },
    async matches(hash, password) {
      const isRight = await inTurn(async () => (await library()).verify(hash ?? nobody, password))
      return isRefused(isRight) ? isRight : hash !== null && isRight
    },
    refuseIfBusy: () => (isFull() ? tooBusy : null),
  }
}

/** Creates a queue that runs `AT_ONCE` hashes at a time, and refuses work while `MOST_WAITING` calls wait. */
function createQueue() {
  const waiting: (() => void)[] = []
  let running = 0
  const isFull = () => waiting.length >= MOST_WAITING
  return {
    isFull,
    async inTurn<T>(work: () => Promise<T>): Promise<T | Refusal> {
      if (isFull()) return tooBusy
      if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
