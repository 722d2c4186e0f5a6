import type { Database } from './database.ts'
import { hashOf, newSecret } from './secrets.ts'

/** What an access token stands for. `personId` is null for the app's own token (client credentials). */
export type Access = {
  readonly clientId: string
  readonly personId: string | null
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

export type IssuedTokens = {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly scopes: string
}

export type RefreshRefusal = 'unknown' | 'revoked'

export type Grants = ReturnType<typeof createGrants>

const dayMs = 24 * 3_600_000

type Lifetimes = { readonly accessMs: number; readonly refreshMs: number }

/** Consents and the tokens that follow from them. Times are epoch ms. */
export function createGrants(database: Database, lifetimes: () => Lifetimes) {
  const { sql } = database
  const insertGrant = sql.prepare(
    'insert into grants (client_id, person_id, scopes, rotating, authorized_at) values (?, ?, ?, ?, ?) returning id',
  )
  const insertRefresh = sql.prepare('insert into refresh_tokens (hash, grant_id) values (?, ?)')
  const insertAccess = sql.prepare(
    'insert into access_tokens (hash, grant_id, client_id, scopes, expires_at) values (?, ?, ?, ?, ?)',
  )
  const dropOldAccess = sql.prepare('delete from access_tokens where expires_at < ?')
  const dropOldRefresh = sql.prepare('delete from refresh_tokens where used_at < ?')
  const findAccess = sql.prepare(
    `select a.client_id, a.scopes, a.expires_at, g.person_id, g.revoked_at from access_tokens a
     left join grants g on g.id = a.grant_id where a.hash = ?`,
  )
  const findRefresh = sql.prepare(
    `select r.used_at, g.id, g.client_id, g.scopes, g.rotating, g.authorized_at, g.revoked_at
     from refresh_tokens r join grants g on g.id = r.grant_id where r.hash = ?`,
  )
  const markUsed = sql.prepare('update refresh_tokens set used_at = ? where hash = ?')
  const revokeGrant = sql.prepare('update grants set revoked_at = ? where id = ? and revoked_at is null')
  const liveByPerson = sql.prepare(
    'select person_id, count(*) as grants from grants where revoked_at is null and authorized_at > ? group by person_id',
  )

  const issueAccess = (grantId: number | null, clientId: string, scopes: string, nowMs: number): string => {
    const token = newSecret('BQ')
    dropOldAccess.run(nowMs - dayMs)
    dropOldRefresh.run(nowMs - 30 * dayMs)
    insertAccess.run(hashOf(token), grantId, clientId, scopes, nowMs + lifetimes().accessMs)
    return token
  }
  const issueRefresh = (grantId: number): string => {
    const token = newSecret('AQ')
    insertRefresh.run(hashOf(token), grantId)
    return token
  }

  return {
    /** A person consented. `rotating`: the client is public, so each refresh replaces the refresh token. */
    consent(
      clientId: string,
      personId: string,
      scopes: readonly string[],
      rotating: boolean,
      nowMs: number,
    ): IssuedTokens {
      const granted = scopes.join(' ')
      return database.transaction(() => {
        const grantId = Number(insertGrant.get(clientId, personId, granted, rotating ? 1 : 0, nowMs)?.['id'])
        return {
          accessToken: issueAccess(grantId, clientId, granted, nowMs),
          refreshToken: issueRefresh(grantId),
          scopes: granted,
        }
      })
    },

    /** The app's own token, without a person. */
    app: (clientId: string, nowMs: number): IssuedTokens => ({
      accessToken: issueAccess(null, clientId, '', nowMs),
      refreshToken: null,
      scopes: '',
    }),

    /**
     * Trades a refresh token. `unknown` also for another client's token. A rotated token used again means that
     * two hold it: the whole grant ends. Refreshing does not prolong the consent.
     */
    refresh(token: string, clientId: string, nowMs: number): IssuedTokens | RefreshRefusal {
      return database.transaction(() => {
        const hash = hashOf(token)
        const row = findRefresh.get(hash)
        if (row === undefined || row['client_id'] !== clientId) return 'unknown'
        const grantId = Number(row['id'])
        if (row['used_at'] !== null) revokeGrant.run(nowMs, grantId)
        const expired = Number(row['authorized_at']) + lifetimes().refreshMs <= nowMs
        if (row['used_at'] !== null || row['revoked_at'] !== null || expired) return 'revoked'
        const scopes = String(row['scopes'])
        const rotating = row['rotating'] === 1
        if (rotating) markUsed.run(nowMs, hash)
        return {
          accessToken: issueAccess(grantId, clientId, scopes, nowMs),
          refreshToken: rotating ? issueRefresh(grantId) : null,
          scopes,
        }
      })
    },

    /** Ends the grant behind a refresh token, so that the person shows as free again. Unknown tokens are no error. */
    revoke(token: string, clientId: string, nowMs: number): void {
      const row = findRefresh.get(hashOf(token))
      if (row !== undefined && row['client_id'] === clientId) revokeGrant.run(nowMs, Number(row['id']))
    },

    /** What an access token stands for, `expired` included; undefined for unknown or withdrawn ones. */
    access(token: string): Access | undefined {
      const row = findAccess.get(hashOf(token))
      if (row === undefined || row['revoked_at'] !== null) return undefined
      const personId = row['person_id']
      return {
        clientId: String(row['client_id']),
        personId: typeof personId === 'string' ? personId : null,
        scopes: String(row['scopes']).split(' ').filter(Boolean),
        expiresAtMs: Number(row['expires_at']),
      }
    },

    /** Ids of the people somebody is linked as (D9), with the number of live consents. */
    taken(nowMs: number): ReadonlyMap<string, number> {
      const rows = liveByPerson.all(nowMs - lifetimes().refreshMs)
      return new Map(rows.map((row) => [String(row['person_id']), Number(row['grants'])]))
    },
  }
}
