import { randomUUID } from 'node:crypto'
import { sql, type UpdateObject } from 'kysely'
import type { Db, Tables, Trx } from '../platform/db/tables.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { ProviderPerson, ProviderTokens } from '../provider/provider.ts'
import { deleteSongs } from '../songs/library-changes.ts'

export type StoredAccount = {
  id: string
  userId: string
  ownerId: string
  name: string
  accessToken: string
  refreshToken: string
  validUntilSec: number
  status: 'ok' | 'reconnect' | 'not-allowed'
  tokenVersion: number
  /**
   * When the tokens were last refreshed, in epoch milliseconds. 0 means never: they still come from the user's
   * consent.
   */
  renewedAt: number
  /**
   * When the token endpoint first reported that the grant has ended, in epoch milliseconds. Null if it did not (L9).
   */
  grantDoubtedAt: number | null
}

const columns = [
  'id',
  'user_id as userId',
  'owner_id as ownerId',
  'name',
  'access_token as accessToken',
  'refresh_token as refreshToken',
  'valid_until_sec as validUntilSec',
  'status',
  'token_version as tokenVersion',
  'renewed_at as renewedAt',
  'grant_doubted_at as grantDoubtedAt',
] as const

/** Stores linked accounts. Tokens are encrypted in the database (L2). */
export function createAccountStore(secrets: Secrets) {
  /** Decrypts the tokens. If the server has another key now, the user has to link the account again. */
  const open = (row: StoredAccount): StoredAccount => {
    const accessToken = row.accessToken && secrets.tryDecrypt(row.accessToken, row.id)
    const refreshToken = row.refreshToken && secrets.tryDecrypt(row.refreshToken, row.id)
    if (accessToken !== null && refreshToken !== null) return { ...row, accessToken, refreshToken }
    return { ...row, accessToken: '', refreshToken: '', status: 'reconnect' }
  }
  const seal = (id: string, token: string): string => token && secrets.encrypt(token, id)

  return {
    /** Lists a user's accounts, the oldest first. */
    async ofUser(db: Db, userId: string): Promise<StoredAccount[]> {
      const rows = await db
        .selectFrom('accounts')
        .select(columns)
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(open)
    },

    async byId(db: Db, id: string): Promise<StoredAccount | undefined> {
      const row = await db.selectFrom('accounts').select(columns).where('id', '=', id).executeTakeFirst()
      return row && open(row)
    },

    /**
     * Links an account of the provider to a user. A repeated link replaces only the tokens (L14). If it has no refresh
     * token, the stored one stays. If that one cannot be decrypted, it is deleted, so that the account works again (L2).
     */
    async link(
      trx: Trx,
      link: { userId: string; person: ProviderPerson; tokens: ProviderTokens; nowMs: number },
    ): Promise<void> {
      const { userId, person, tokens, nowMs } = link
      const [known, ...doubles] = await findSamePerson(trx, userId, person)
      // If the provider did not send the permanent id of its account at first, the account may be linked twice. The
      // older link stays.
      for (const { id } of doubles) {
        await deleteSongs(trx, userId, id)
        await remove(trx, userId, id)
      }
      const id = known?.id ?? randomUUID()
      // The stored refresh token is not written here, because another server may store a newer one at the same time.
      const isKept = !tokens.refreshToken && secrets.tryDecrypt(known?.refreshToken ?? '', id) !== null
      const fresh = {
        provider_user_id: person.accountId ?? known?.providerUserId ?? person.id,
        owner_id: person.id,
        name: person.name,
        access_token: seal(id, tokens.accessToken),
        ...(!isKept && { refresh_token: seal(id, tokens.refreshToken ?? '') }),
        valid_until_sec: tokens.validUntilSec,
        status: 'ok' as const,
        authorized_at: nowMs,
        refreshing_until: 0,
        renewed_at: 0,
        grant_doubted_at: null,
      }
      const initial = { service: 'spotify', refresh_token: '', created_at: nowMs, token_version: 0 } as const
      await trx
        .insertInto('accounts')
        .values({ ...initial, ...fresh, id, user_id: userId })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({
            ...fresh,
            token_version: sql<number>`${row.ref('accounts.token_version')} + 1`,
          })),
        )
        .execute()
    },

    ...tokenUpdates(seal),
    countOthers,
    isLinked,
    remove,
  }
}

/** Updates an account, but only if its stored tokens are still those in `account`. */
function updateVersion(
  db: Db,
  { id, tokenVersion }: StoredAccount,
  values: UpdateObject<Tables, 'accounts'>,
) {
  return db.updateTable('accounts').set(values).where('id', '=', id).where('token_version', '=', tokenVersion)
}

/** Counts the linked accounts of a user that belong to somebody else at the provider than `person`. */
async function countOthers(trx: Trx, userId: string, person: ProviderPerson): Promise<number> {
  const same = new Set((await findSamePerson(trx, userId, person)).map(({ id }) => id))
  const linked = await trx.selectFrom('accounts').select('id').where('user_id', '=', userId).execute()
  return linked.filter(({ id }) => !same.has(id)).length
}

/** Returns whether an account of this person at the provider is linked to the user. */
async function isLinked(db: Db, userId: string, person: ProviderPerson): Promise<boolean> {
  return (await findSamePerson(db, userId, person)).length > 0
}

async function remove(trx: Trx, userId: string, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/**
 * Creates the functions that change the stored tokens of an account.
 * @param seal encrypts a token for the account with this id
 */
function tokenUpdates(seal: (id: string, token: string) => string) {
  return {
    /**
     * Locks the refresh of these tokens until `untilMs`.
     * @returns false if the tokens have changed, or if another process has the lock
     */
    async beginRefresh(db: Db, account: StoredAccount, nowMs: number, untilMs: number): Promise<boolean> {
      const taken = await updateVersion(db, account, { refreshing_until: untilMs })
        .where('refreshing_until', '<', nowMs)
        .returning('id')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Stores refreshed tokens, but only if the account still has the old tokens. */
    async endRefresh(db: Db, account: StoredAccount, tokens: ProviderTokens, nowMs: number): Promise<void> {
      const { id, tokenVersion, refreshToken } = account
      await updateVersion(db, account, {
        access_token: seal(id, tokens.accessToken),
        refresh_token: seal(id, tokens.refreshToken ?? refreshToken),
        valid_until_sec: tokens.validUntilSec,
        status: 'ok',
        token_version: tokenVersion + 1,
        refreshing_until: 0,
        renewed_at: nowMs,
        grant_doubted_at: null,
      }).execute()
    },

    /** Unlocks the refresh of an account's tokens after a refresh failed. */
    async giveUpRefresh(db: Db, account: StoredAccount): Promise<void> {
      await updateVersion(db, account, { refreshing_until: 0 }).execute()
    },

    /**
     * Stores that the token endpoint reported the end of the grant (what the linked account allows) for the first
     * time. The report may be wrong, so the access token and the refresh token stay stored (L9).
     */
    async doubtGrant(db: Db, account: StoredAccount, nowMs: number): Promise<void> {
      await updateVersion(db, account, {
        status: 'reconnect',
        grant_doubted_at: nowMs,
        token_version: account.tokenVersion + 1,
        refreshing_until: 0,
      }).execute()
    },

    /**
     * Stores that the grant has ended, and deletes the access token. The refresh token stays stored: it identifies the
     * account when the user reconnects, and the server needs it to revoke the grant at the provider (A7).
     */
    async endGrant(db: Db, account: StoredAccount): Promise<void> {
      await updateVersion(db, account, {
        access_token: '',
        valid_until_sec: 0,
        status: 'reconnect',
        token_version: account.tokenVersion + 1,
        grant_doubted_at: null,
        refreshing_until: 0,
      }).execute()
    },

    /** Marks the access token as expired, so that the next call gets a new one. */
    async expireAccess(db: Db, account: StoredAccount): Promise<void> {
      await updateVersion(db, account, { valid_until_sec: 0 }).execute()
    },

    /** Stores whether the provider lets this user use our app. */
    async setStatus(db: Db, account: StoredAccount, status: 'ok' | 'not-allowed'): Promise<void> {
      await updateVersion(db, account, { status }).execute()
    },
  }
}

export type AccountStore = ReturnType<typeof createAccountStore>

/**
 * Finds a user's accounts that belong to the same person at the provider, the oldest first (L14). Two accounts are
 * compared by their permanent ids. If one of them has none, they are compared by `id`.
 */
function findSamePerson(db: Db | Trx, userId: string, { accountId, id }: ProviderPerson) {
  return db
    .selectFrom('accounts')
    .select(['id', 'provider_user_id as providerUserId', 'refresh_token as refreshToken'])
    .where('user_id', '=', userId)
    .where('service', '=', 'spotify')
    .where((row) =>
      accountId === null
        ? row('owner_id', '=', id)
        : row.or([
            row('provider_user_id', '=', accountId),
            row.and([row('owner_id', '=', id), row('provider_user_id', '=', row.ref('owner_id'))]),
          ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Changes the shown name of a user's linked accounts. */
export async function renameAccounts(trx: Trx, userId: string, name: string): Promise<void> {
  await trx.updateTable('accounts').set({ name }).where('user_id', '=', userId).execute()
}

/** Counts the playlists that are chosen for loading, by account. */
export async function chosenPlaylistCounts(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('playlists')
    .select((row) => ['account_id as accountId', row.fn.countAll<number>().as('count')])
    .where('account_id', 'in', accountIds)
    .where('load', '=', 1)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}
