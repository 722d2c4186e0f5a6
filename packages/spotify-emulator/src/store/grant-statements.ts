import type { Database } from './database.ts'

const grantColumns = 'g.id, g.user_id, g.account_id, g.profile_id, g.display_name'

/** The SQL statements of `grants.ts`. */
export function prepareGrantStatements({ sql }: Database) {
  return {
    insertGrant: sql.prepare(
      `insert into grants (client_id, user_id, account_id, profile_id, display_name, scopes, rotating, authorized_at)
       values (?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    ),
    authorizeAgain: sql.prepare('update grants set scopes = ?, rotating = ?, authorized_at = ? where id = ?'),
    deleteGrant: sql.prepare('delete from grants where id = ?'),
    longExpired: sql.prepare('select id from grants where authorized_at < ?'),
    findGrant: sql.prepare(`select ${grantColumns} from grants g where g.id = ?`),
    allGrants: sql.prepare(`select ${grantColumns} from grants g order by g.id`),
    insertRefresh: sql.prepare('insert into refresh_tokens (hash, grant_id) values (?, ?)'),
    findRefresh: sql.prepare(
      `select r.rowid as token_id, r.used_at, g.id, g.client_id, g.profile_id, g.display_name, g.scopes, g.rotating,
         g.authorized_at
       from refresh_tokens r join grants g on g.id = r.grant_id where r.hash = ?`,
    ),
    markUsed: sql.prepare('update refresh_tokens set used_at = ? where hash = ?'),
    // Later tokens have larger row ids. The hashes of used tokens stay, in order to notice when one is used again.
    deleteReplaced: sql.prepare(
      'delete from refresh_tokens where grant_id = ? and rowid < ? and used_at is null',
    ),
    deleteOldRefresh: sql.prepare('delete from refresh_tokens where used_at < ?'),
    insertAccess: sql.prepare(
      'insert into access_tokens (hash, grant_id, client_id, scopes, expires_at) values (?, ?, ?, ?, ?)',
    ),
    findAccess: sql.prepare(
      `select a.client_id, a.scopes, a.expires_at, ${grantColumns} from access_tokens a
       left join grants g on g.id = a.grant_id where a.hash = ?`,
    ),
    deleteAccess: sql.prepare('delete from access_tokens where grant_id = ?'),
    deleteOldAccess: sql.prepare('delete from access_tokens where expires_at < ?'),
  }
}
