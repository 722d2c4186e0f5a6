import { randomUUID } from 'node:crypto'
import type { Db } from '../../../platform/db/tables.ts'
import type { Caller } from '../../../platform/http/handle.ts'
import type { Device } from './device.ts'
import { type EventBus, TRUSTED_UNHEARD_MS } from '../../../platform/event-bus.ts'
import { hashOfSecret, newSecretCode } from '../../../platform/security/secret-code.ts'

const DAY_MS = 24 * 3_600_000
/** A token lives so long from its last use (A2). */
export const TOKEN_LIFE_MS = 30 * DAY_MS
/** However it is used, it lives no longer from its beginning (A2). */
export const LOGIN_LIFE_MS = 90 * DAY_MS
/** A use moves the expiry at most this often, to spare the writes. */
const EXTEND_EVERY_MS = 3_600_000
const CACHE_SIZE = 20_000
/** What was read longer ago, in milliseconds, is read again; sooner while not all servers are heard. */
const TRUSTED_MS = 60_000
/** More log-ins than a person has devices; one more ends the one used least recently. */
const LOGINS_PER_PERSON = 50
const ENDED_AT_ONCE = 1_000

/** `readAt` is by the clock of this process, in milliseconds. */
type Known = { caller: Caller; createdAt: number; expiresAt: number; extendedAt: number; readAt: number }

/** Log-ins (A2): issuing, checking, extending and ending tokens, which are stored as hashes only. */
export type Tokens = {
  issue(db: Db, userId: string, device: Device): Promise<{ id: string; token: string }>
  /** The same as `verify` at once, where it is remembered; null where it has to be looked up. */
  recall(token: string): Caller | null
  /** Who a live token belongs to; using it extends it. */
  verify(token: string): Promise<Caller | null>
  end(caller: Caller): Promise<void>
  /** Ends one of a person's log-ins. @returns whether there was one of this id */
  endOne(userId: string, tokenId: string): Promise<boolean>
  /** Ends those of a person's log-ins that are more than one person needs. */
  endSurplus(userId: string): Promise<void>
  /**
   * Ends a person's log-ins, all or all but one; `ended` is to be told of them once that is committed.
   *
   * @returns which they were
   */
  endAll(db: Db, userId: string, keptId?: string): Promise<string[]>
  /** Makes it known that log-ins of a person ended, so that nothing stands on them any more. */
  ended(userId: string, tokenIds: readonly string[]): void
}

/**
 * @param now epoch milliseconds
 * @param bus tells of log-ins that end, here and on other servers
 */
export function createTokens(db: Db, now: () => number, bus: EventBus): Tokens {
  const remembered = new Map<string, Known>()
  /** Counts the ends of log-ins: what was read before one may be dead after it. */
  let endings = 0
  bus.subscribe((event) => {
    if (event.type === 'logout') forget(event.tokenIds)
    else if (event.type === 'missed') forget(null)
  })

  function forget(tokenIds: readonly string[] | null): void {
    endings += 1
    for (const [hash, { caller }] of remembered)
      if (tokenIds === null || tokenIds.includes(caller.tokenId)) remembered.delete(hash)
  }

  function trusted(hash: string): Known | undefined {
    const known = remembered.get(hash)
    const trustedMs = bus.hearsAll() ? TRUSTED_MS : TRUSTED_UNHEARD_MS
    return known && performance.now() - known.readAt < trustedMs ? known : undefined
  }

  function recall(token: string): Caller | null {
    const known = trusted(hashOfSecret(token))
    const at = now()
    return known && known.expiresAt > at && !isDue(known, at) ? known.caller : null
  }

  /** Whether the expiry is to be moved by the next use. */
  const isDue = (known: Known, at: number): boolean => at - known.extendedAt >= EXTEND_EVERY_MS

  async function find(hash: string): Promise<Known | null> {
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
      expiresAt: endOf({ createdAt: row.created_at, expiresAt: row.expires_at }),
      extendedAt: row.extended_at,
      readAt: performance.now(),
    }
  }

  function remember(hash: string, known: Known): void {
    const [oldest] = remembered.keys()
    if (remembered.size >= CACHE_SIZE && oldest !== undefined) remembered.delete(oldest)
    remembered.set(hash, known)
  }

  const ended = (userId: string, tokenIds: readonly string[]): void =>
    bus.publish({ type: 'logout', userId, tokenIds })

  async function extend(known: Known): Promise<void> {
    known.extendedAt = now()
    known.expiresAt = endOf({ ...known, expiresAt: known.extendedAt + TOKEN_LIFE_MS })
    await db
      .updateTable('tokens')
      .set({ extended_at: known.extendedAt, expires_at: known.expiresAt })
      .where('id', '=', known.caller.tokenId)
      .execute()
  }

  async function verify(token: string): Promise<Caller | null> {
    const hash = hashOfSecret(token)
    const endingsBefore = endings
    const known = trusted(hash) ?? (await find(hash))
    if (!known || known.expiresAt <= now()) return null
    if (isDue(known, now())) await extend(known)
    // What was read before a log-in ended may be dead: it might be this one.
    if (endings !== endingsBefore) return verify(token)
    remember(hash, known)
    return known.caller
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
    recall,
    verify,
    async end({ userId, tokenId }) {
      await db.deleteFrom('tokens').where('id', '=', tokenId).execute()
      ended(userId, [tokenId])
    },
    async endOne(userId, tokenId) {
      const gone = await db
        .deleteFrom('tokens')
        .where('id', '=', tokenId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (gone) ended(userId, [tokenId])
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
      ended(userId, ids)
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
    ended,
  }
}

/** When a log-in ends at the latest, in epoch milliseconds (A2). */
export function endOf({ createdAt, expiresAt }: Readonly<{ createdAt: number; expiresAt: number }>): number {
  return Math.min(expiresAt, createdAt + LOGIN_LIFE_MS)
}
