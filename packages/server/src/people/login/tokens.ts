import { createLargeCache } from '../../platform/large-cache.ts'
import { isDatabaseUnavailable } from '../../platform/db/database-unavailable.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/router.ts'
import { type EventBus, CACHE_MS_WITHOUT_EVENTS } from '../../platform/event-bus.ts'
import { hashOfSecret } from '../../platform/security/secret-code.ts'
import type { Device } from './device.ts'
import {
  deleteLogin,
  deleteLogins,
  deleteSurplusLogins,
  expiryOf,
  extendLogin,
  findLogin,
  insertLogin,
  type StoredLogin,
  TOKEN_LIFE_MS,
} from './token-store.ts'

/** A token is extended at most once in this many milliseconds, to save writes. */
const EXTEND_EVERY_MS = 3_600_000
const CACHE_SIZE = 20_000
/**
 * How long a cached login is used before it is read from the database again, in milliseconds. While events of other
 * servers may be missing, `CACHE_MS_WITHOUT_EVENTS` is used instead.
 */
const TRUSTED_MS = 60_000

/**
 * A login in the cache. `readAt` is the time of the lookup, by the monotonic clock of this process in
 * milliseconds.
 */
type CachedLogin = StoredLogin & { readAt: number }

/** Issues, checks, extends and ends logins (A2). Tokens are stored as hashes only. */
export type Tokens = {
  issue(db: Db, userId: string, device: Device): Promise<{ id: string; token: string }>
  /** Returns the user of a cached token. Null means that the token must be looked up with `verify`. */
  getCached(token: string): Caller | null
  /** Returns the user of a valid token, and extends the token. Returns null for an invalid token. */
  verify(token: string): Promise<Caller | null>
  end(caller: Caller): Promise<void>
  /** Ends one of a user's logins. @returns whether the login existed */
  endOne(userId: string, tokenId: string): Promise<boolean>
  /** Ends a user's logins above the limit. */
  endSurplus(userId: string): Promise<void>
  /**
   * Ends all logins of a user, or all but one. Call `publishEnded` after the commit.
   *
   * @returns the ids of the ended logins
   */
  endAll(db: Db, userId: string, keptId?: string): Promise<string[]>
  /** Publishes that logins of a user ended, so that caches and live connections drop them. */
  publishEnded(userId: string, tokenIds: readonly string[]): void
}

/**
 * Creates the functions for tokens.
 * @param now returns the time in epoch milliseconds
 * @param bus sends ended logins to all servers
 * @param mayLogIn whether a user may use their logins at present
 */
export function createTokens(
  db: Db,
  now: () => number,
  bus: EventBus,
  mayLogIn: (caller: Caller) => boolean = () => true,
): Tokens {
  const cache = createLargeCache<CachedLogin>(CACHE_SIZE)
  /** Counts the events that ended or changed a login. If it changes during a lookup, the result may be outdated. */
  let endedCount = 0
  bus.subscribe((event) => {
    if (event.type === 'logout') forget(({ tokenId }) => event.tokenIds.includes(tokenId))
    else if (event.type === 'user') forget(({ userId }) => event.userId === userId)
    else if (event.type === 'missed') forget(() => true)
  })

  function forget(isOutdated: (caller: Caller) => boolean): void {
    endedCount += 1
    for (const [hash, { caller }] of [...cache]) if (isOutdated(caller)) cache.delete(hash)
  }

  function getFresh(hash: string): CachedLogin | undefined {
    // `peek` is faster than `get`, because it does not mark the entry as recently used. A login in use is stored again
    // each minute, so the cache still drops the unused logins first.
    const cached = cache.peek(hash)
    const trustedMs = bus.receivesAllEvents() ? TRUSTED_MS : CACHE_MS_WITHOUT_EVENTS
    return cached && performance.now() - cached.readAt < trustedMs ? cached : undefined
  }

  async function find(hash: string): Promise<CachedLogin | null> {
    const stored = await findLogin(db, hash)
    return stored && mayLogIn(stored.caller) ? { ...stored, readAt: performance.now() } : null
  }

  async function verify(token: string): Promise<Caller | null> {
    const hash = hashOfSecret(token)
    const endingsBefore = endedCount
    const cached = getFresh(hash) ?? (await find(hash))
    if (!cached || cached.expiresAt <= now()) return null
    if (mustExtend(cached, now())) await extend(db, cached, now())
    // A login ended during the lookup. It may be the login of this token, so the token is looked up again.
    if (endedCount !== endingsBefore) return verify(token)
    cache.set(hash, cached)
    return cached.caller
  }

  const publishEnded = (userId: string, tokenIds: readonly string[]): void =>
    bus.publish({ type: 'logout', userId, tokenIds })

  return {
    issue: (db, userId, device) => insertLogin(db, userId, device, now()),
    getCached(token) {
      const cached = getFresh(hashOfSecret(token))
      const at = now()
      return cached && cached.expiresAt > at && !mustExtend(cached, at) ? cached.caller : null
    },
    verify,
    async end({ userId, tokenId }) {
      await deleteLogin(db, userId, tokenId)
      publishEnded(userId, [tokenId])
    },
    async endOne(userId, tokenId) {
      const existed = await deleteLogin(db, userId, tokenId)
      if (existed) publishEnded(userId, [tokenId])
      return existed
    },
    async endSurplus(userId) {
      const ids = await deleteSurplusLogins(db, userId)
      if (ids.length > 0) publishEnded(userId, ids)
    },
    endAll: deleteLogins,
    publishEnded,
  }
}

function mustExtend({ extendedAt }: StoredLogin, at: number): boolean {
  return at - extendedAt >= EXTEND_EVERY_MS
}

/**
 * Extends a login. The cache changes first, so that concurrent calls do not write to the database again. While the
 * database takes no writes, the login stays as it was, so that people can still read; a later call extends it.
 */
async function extend(db: Db, login: StoredLogin, at: number): Promise<void> {
  const { extendedAt, expiresAt } = login
  login.extendedAt = at
  login.expiresAt = expiryOf({ ...login, expiresAt: at + TOKEN_LIFE_MS })
  try {
    await extendLogin(db, login)
  } catch (error) {
    Object.assign(login, { extendedAt, expiresAt })
    if (!isDatabaseUnavailable(error)) throw error
  }
}
