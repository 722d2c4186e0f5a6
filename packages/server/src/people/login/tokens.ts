import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/handle.ts'
import type { Device } from './device.ts'
import { type EventBus, CACHE_MS_WITHOUT_EVENTS } from '../../platform/event-bus.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

const DAY_MS = 24 * 3_600_000
/** The life of a token after its last use (A2). */
export const TOKEN_LIFE_MS = 30 * DAY_MS
/** The life of a token after its creation (A2). */
export const LOGIN_LIFE_MS = 90 * DAY_MS
/** A token is extended at most this often, to save writes. */
const EXTEND_EVERY_MS = 3_600_000
const CACHE_SIZE = 20_000
/** How long a cached login is used, in milliseconds. Shorter while events of other servers are missing. */
const TRUSTED_MS = 60_000
/** The number of logins per user. A further login ends the one used least recently. */
const LOGINS_PER_PERSON = 50
const ENDED_AT_ONCE = 1_000

/** `readAt` is by the clock of this process, in milliseconds. */
type CachedLogin = {
  caller: Caller
  createdAt: number
  expiresAt: number
  extendedAt: number
  readAt: number
}

/** Issues, checks, extends and ends logins (A2). Tokens are stored as hashes only. */
export type Tokens = {
  issue(db: Db, userId: string, device: Device): Promise<{ id: string; token: string }>
  /** Returns the user of a cached token. Null if it must be looked up with `verify`. */
  getCached(token: string): Caller | null
  /** Returns the user of a valid token, and extends the token. */
  verify(token: string): Promise<Caller | null>
  end(caller: Caller): Promise<void>
  /** Ends one of a user's logins. @returns whether it existed */
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
 * @param now epoch milliseconds
 * @param bus carries ended logins to all servers
 */
export function createTokens(db: Db, now: () => number, bus: EventBus): Tokens {
  const cache = new LRUCache<string, CachedLogin>({ max: CACHE_SIZE })
  /** Counts ended logins. A login that was read before an end may be invalid. */
  let endedCount = 0
  bus.subscribe((event) => {
    if (event.type === 'logout') forget(event.tokenIds)
    else if (event.type === 'missed') forget(null)
  })

  function forget(tokenIds: readonly string[] | null): void {
    endedCount += 1
    for (const [hash, { caller }] of [...cache])
      if (tokenIds === null || tokenIds.includes(caller.tokenId)) cache.delete(hash)
  }

  function getFresh(hash: string): CachedLogin | undefined {
    const cached = cache.get(hash)
    const trustedMs = bus.receivesAllEvents() ? TRUSTED_MS : CACHE_MS_WITHOUT_EVENTS
    return cached && performance.now() - cached.readAt < trustedMs ? cached : undefined
  }

  function getCached(token: string): Caller | null {
    const cached = getFresh(hashOfSecret(token))
    const at = now()
    return cached && cached.expiresAt > at && !mustExtend(cached, at) ? cached.caller : null
  }

  /** Whether the next use must extend the token. */
  const mustExtend = (cached: CachedLogin, at: number): boolean => at - cached.extendedAt >= EXTEND_EVERY_MS

  async function find(hash: string): Promise<CachedLogin | null> {
    const row = await db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.id', 'expires_at', 'extended_at', 'tokens.created_at', 'user_id', 'username', 'level'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const caller = { userId: row.user_id, username: row.username, level: row.level, tokenId: row.id }
    return {
      caller,
      createdAt: row.created_at,
      expiresAt: expiryOf({ createdAt: row.created_at, expiresAt: row.expires_at }),
      extendedAt: row.extended_at,
      readAt: performance.now(),
    }
  }

  const publishEnded = (userId: string, tokenIds: readonly string[]): void =>
    bus.publish({ type: 'logout', userId, tokenIds })

  async function extend(cached: CachedLogin): Promise<void> {
    cached.extendedAt = now()
    cached.expiresAt = expiryOf({ ...cached, expiresAt: cached.extendedAt + TOKEN_LIFE_MS })
    await db
      .updateTable('tokens')
      .set({ extended_at: cached.extendedAt, expires_at: cached.expiresAt })
      .where('id', '=', cached.caller.tokenId)
      .execute()
  }

  async function verify(token: string): Promise<Caller | null> {
    const hash = hashOfSecret(token)
    const endingsBefore = endedCount
    const cached = getFresh(hash) ?? (await find(hash))
    if (!cached || cached.expiresAt <= now()) return null
    if (mustExtend(cached, now())) await extend(cached)
    // A login ended during the read. It might be this one.
    if (endedCount !== endingsBefore) return verify(token)
    cache.set(hash, cached)
    return cached.caller
  }

  return {
    async issue(db, userId, device) {
      const id = randomUUID()
      const token = newSecretCode()
      const createdAt = now()
      const expiresAt = createdAt + TOKEN_LIFE_MS
      await db.deleteFrom('tokens').where('expires_at', '<=', createdAt).execute()
      await db
        .insertInto('tokens')
        .values({
          id,
          user_id: userId,
          hash: hashOfSecret(token),
          created_at: createdAt,
          extended_at: createdAt,
          expires_at: expiresAt,
          ...device,
        })
        .execute()
      return { id, token }
    },
    getCached,
    verify,
    async end({ userId, tokenId }) {
      await db.deleteFrom('tokens').where('id', '=', tokenId).execute()
      publishEnded(userId, [tokenId])
    },
    async endOne(userId, tokenId) {
      const gone = await db
        .deleteFrom('tokens')
        .where('id', '=', tokenId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (gone) publishEnded(userId, [tokenId])
      return gone !== undefined
    },
    async endSurplus(userId) {
      const surplus = await db
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('extended_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(ENDED_AT_ONCE)
        .offset(LOGINS_PER_PERSON)
        .execute()
      if (surplus.length === 0) return
      const ids = surplus.map(({ id }) => id)
      await db.deleteFrom('tokens').where('id', 'in', ids).execute()
      publishEnded(userId, ids)
    },
    async endAll(db, userId, keptId) {
      const ended = await db
        .deleteFrom('tokens')
        .where('user_id', '=', userId)
        .where('id', '!=', keptId ?? '')
        .returning('id')
        .execute()
      return ended.map(({ id }) => id)
    },
    publishEnded,
  }
}

/** When a login expires, in epoch milliseconds (A2). */
export function expiryOf({
  createdAt,
  expiresAt,
}: Readonly<{ createdAt: number; expiresAt: number }>): number {
  return Math.min(expiresAt, createdAt + LOGIN_LIFE_MS)
}
