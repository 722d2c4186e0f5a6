import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/tables.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { ProviderPerson, ProviderTokens } from '../../provider/provider.ts'

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
  /** When the tokens were last renewed; 0 where that was with the consent. */
  renewedAt: number
  /** When the token endpoint first said that the grant has ended; null while it does not (L9). */
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

/** Linked accounts. Their tokens are readable here and encrypted in the database (L2). */
export function createAccountStore(secrets: Secrets) {
  const open = (row: StoredAccount): StoredAccount => ({
    ...row,
    accessToken: row.accessToken && secrets.decrypt(row.accessToken, row.id),
    refreshToken: row.refreshToken && secrets.decrypt(row.refreshToken, row.id),
  })
  const seal = (id: string, token: string): string => token && secrets.encrypt(token, id)

  return {
    /** A person's accounts, the oldest first. */
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

    /** How many accounts of other persons of the provider one of our people has linked. */
    async countOthers(trx: Trx, userId: string, person: ProviderPerson): Promise<number> {
      const same = new Set((await sameAs(trx, userId, person)).map(({ id }) => id))
      const linked = await trx.selectFrom('accounts').select('id').where('user_id', '=', userId).execute()
      return linked.filter(({ id }) => !same.has(id)).length
    },

    /** Links a provider's person to one of ours; linking them again replaces the tokens and keeps the rest (L14). */
    async link(
      trx: Trx,
      link: { userId: string; person: ProviderPerson; tokens: ProviderTokens; nowMs: number },
    ): Promise<void> {
      const { userId, person, tokens, nowMs } = link
      const [known, ...doubles] = await sameAs(trx, userId, person)
      // One person became two accounts where the provider did not say the unchanging id at first.
      for (const { id } of doubles) await trx.deleteFrom('accounts').where('id', '=', id).execute()
      const id = known?.id ?? randomUUID()
      const fresh = {
        provider_user_id: person.accountId ?? known?.providerUserId ?? person.id,
        owner_id: person.id,
        name: person.name,
        access_token: seal(id, tokens.accessToken),
        refresh_token: seal(id, tokens.refreshToken ?? ''),
        valid_until_sec: tokens.validUntilSec,
        status: 'ok' as const,
        authorized_at: nowMs,
        refreshing_until: 0,
        renewed_at: 0,
        grant_doubted_at: null,
      }
      await trx
        .insertInto('accounts')
        .values({
          ...fresh,
          id,
          user_id: userId,
          service: 'spotify',
          created_at: nowMs,
          token_version: 0,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({
            ...fresh,
            token_version: sql<number>`${row.ref('accounts.token_version')} + 1`,
          })),
        )
        .execute()
    },

    /** Takes the right to refresh these tokens, for a while; false when they are others now or somebody has it. */
    async beginRefresh(
      db: Db,
      { id, tokenVersion }: StoredAccount,
      nowMs: number,
      untilMs: number,
    ): Promise<boolean> {
      const taken = await db
        .updateTable('accounts')
        .set({ refreshing_until: untilMs })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .where('refreshing_until', '<', nowMs)
        .returning('id')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Stores what a refresh brought over the tokens that it spent. */
    async endRefresh(
      db: Db,
      { id, tokenVersion, refreshToken }: StoredAccount,
      tokens: ProviderTokens,
      nowMs: number,
    ): Promise<void> {
      await db
        .updateTable('accounts')
        .set({
          access_token: seal(id, tokens.accessToken),
          refresh_token: seal(id, tokens.refreshToken ?? refreshToken),
          valid_until_sec: tokens.validUntilSec,
          status: 'ok',
          token_version: tokenVersion + 1,
          refreshing_until: 0,
          renewed_at: nowMs,
          grant_doubted_at: null,
        })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .execute()
    },

    /** Gives the right to refresh back without new tokens. */
    async giveUpRefresh(db: Db, { id, tokenVersion }: StoredAccount): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ refreshing_until: 0 })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .execute()
    },

    /** The token endpoint says that the grant has ended: the tokens stay until it says so again (L9). */
    async doubtGrant(db: Db, { id, tokenVersion }: StoredAccount, nowMs: number): Promise<void> {
      await db
        .updateTable('accounts')
        .set({
          status: 'reconnect',
          grant_doubted_at: nowMs,
          token_version: tokenVersion + 1,
          refreshing_until: 0,
        })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .execute()
    },

    /**
     * The grant is dead, the account stays to be connected again. The refresh token stays as well: it shows the
     * provider whose former account it is, and by it the rest of the grant is given back (A7).
     */
    async dropTokens(db: Db, { id, tokenVersion }: StoredAccount): Promise<void> {
      await db
        .updateTable('accounts')
        .set({
          access_token: '',
          valid_until_sec: 0,
          status: 'reconnect',
          token_version: tokenVersion + 1,
          grant_doubted_at: null,
          refreshing_until: 0,
        })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .execute()
    },

    /** The access token is no longer good: the next call gets a new one. */
    async expireAccess(db: Db, { id, tokenVersion }: StoredAccount): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ valid_until_sec: 0 })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .execute()
    },

    /** Whether the provider lets this person use our app. */
    async setStatus(
      db: Db,
      { id, tokenVersion }: StoredAccount,
      status: 'ok' | 'not-allowed',
    ): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ status })
        .where('id', '=', id)
        .where('token_version', '=', tokenVersion)
        .execute()
    },

    async remove(trx: Trx, userId: string, id: string): Promise<boolean> {
      const removed = await trx
        .deleteFrom('accounts')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}

export type AccountStore = ReturnType<typeof createAccountStore>

/**
 * A person's accounts that are this person of the provider, the oldest first (L14): by the unchanging id, or by the other
 * one where either side does not have the unchanging id.
 */
function sameAs(trx: Trx, userId: string, { accountId, id }: ProviderPerson) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'provider_user_id as providerUserId'])
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
