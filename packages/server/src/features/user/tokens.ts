import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import type { Caller } from '../../http/handle.ts'

const DAY_MS = 24 * 3_600_000
/** A token lives so long from its last use (A2). */
export const TOKEN_LIFE_MS = 30 * DAY_MS
/** A use moves the expiry at most this often, to spare the writes. */
const EXTEND_EVERY_MS = 3_600_000
const TOKEN_BYTES = 32
const CACHE_SIZE = 20_000

type Known = { caller: Caller; expiresAt: number; extendedAt: number }

/** Log-ins (A2): issuing, checking, extending and ending tokens, which are stored as hashes only. */
export type Tokens = {
  issue(db: Db, userId: string): Promise<{ id: string; token: string }>
  /** Who a live token belongs to; using it extends it. */
  verify(token: string): Promise<Caller | null>
  end(tokenId: string): Promise<void>
  /** Ends a person's log-ins, all but one. */
  endOthers(db: Db, userId: string, keptTokenId: string): Promise<void>
  /** Forgets what is remembered of a person, after a transaction that ended log-ins has committed. */
  forget(userId: string): void
}

/**
 * @param now epoch milliseconds
 * @param isAlone whether this process is the only one on its database; only then are verified tokens remembered
 */
export function createTokens(db: Db, now: () => number, isAlone: boolean): Tokens {
  const remembered = new Map<string, Known>()

  async function find(hash: string): Promise<Known | null> {
    const row = await db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.id', 'expires_at', 'extended_at', 'user_id', 'username', 'level'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const caller = { userId: row.user_id, username: row.username, level: row.level, tokenId: row.id }
    return { caller, expiresAt: row.expires_at, extendedAt: row.extended_at }
  }

  function remember(hash: string, known: Known): void {
    if (!isAlone) return
    const [oldest] = remembered.keys()
    if (remembered.size >= CACHE_SIZE && oldest !== undefined) remembered.delete(oldest)
    remembered.set(hash, known)
  }

  async function extend(known: Known): Promise<void> {
    known.extendedAt = now()
    known.expiresAt = known.extendedAt + TOKEN_LIFE_MS
    await db
      .updateTable('tokens')
      .set({ extended_at: known.extendedAt, expires_at: known.expiresAt })
      .where('id', '=', known.caller.tokenId)
      .execute()
  }

  return {
    async issue(db, userId) {
      const id = randomUUID()
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const createdAt = now()
      const expiresAt = createdAt + TOKEN_LIFE_MS
      await db.deleteFrom('tokens').where('expires_at', '<=', createdAt).execute()
      await db
        .insertInto('tokens')
        .values({
          id,
          user_id: userId,
          hash: hashOf(token),
          created_at: createdAt,
          extended_at: createdAt,
          expires_at: expiresAt,
        })
        .execute()
      return { id, token }
    },
    async verify(token) {
      const hash = hashOf(token)
      const known = remembered.get(hash) ?? (await find(hash))
      if (!known || known.expiresAt <= now()) return null
      if (now() - known.extendedAt >= EXTEND_EVERY_MS) await extend(known)
      remember(hash, known)
      return known.caller
    },
    async end(tokenId) {
      await db.deleteFrom('tokens').where('id', '=', tokenId).execute()
      for (const [hash, { caller }] of remembered) if (caller.tokenId === tokenId) remembered.delete(hash)
    },
    async endOthers(db, userId, keptTokenId) {
      await db.deleteFrom('tokens').where('user_id', '=', userId).where('id', '!=', keptTokenId).execute()
    },
    forget(userId) {
      for (const [hash, { caller }] of remembered) if (caller.userId === userId) remembered.delete(hash)
    },
  }
}

/** Tokens carry 256 random bits, so that a plain hash cannot be reversed by trying. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
