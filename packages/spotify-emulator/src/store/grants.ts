import type { Database } from './database.ts'
import { newAccountId, newUserId } from './names.ts'
import { hashOf, newSecret } from './secrets.ts'

/** Whom a visitor chose on the consent page: a bundled listener's taste, or a name of their own (`profileId` null). */
export type Profile = { readonly profileId: string | null; readonly displayName: string }

/** One person's consent to one app, which is an account of its own (B1). `userId` and `accountId` are its ids on the wire. */
export type Grant = Profile & { readonly id: number; readonly userId: string; readonly accountId: string }

/** What an access token stands for. `grant` is null for the app's own token (client credentials). */
export type Access = {
  readonly clientId: string
  readonly grant: Grant | null
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

export type IssuedTokens = {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly scopes: string
}

export type RefreshRefusal = 'unknown' | 'revoked'

export type Consent = {
  readonly clientId: string
  readonly chosen: Profile
  readonly scopes: readonly string[]
  /** The client is public, so each refresh replaces the refresh token. */
  readonly rotating: boolean
  /** Refresh tokens of earlier consents of the same person: one to the same profile goes on as the same account. */
  readonly former: readonly string[]
}

export type Grants = ReturnType<typeof createGrants>

const dayMs = 24 * 3_600_000
/** An expired grant and its playlists wait this long for the person to connect again. */
const keptAfterExpiryMs = 182 * dayMs

type Lifetimes = { readonly accessMs: number; readonly refreshMs: number }

const grantColumns = 'g.id, g.user_id, g.account_id, g.profile_id, g.display_name'

/** Consents and the tokens that follow from them. Times are epoch ms. */
export function createGrants(database: Database, lifetimes: () => Lifetimes) {
  const statements = prepareStatements(database)
  const endListeners = new Set<(grantId: number) => void>()

  const issueAccess = (grantId: number | null, clientId: string, scopes: string, nowMs: number): string => {
    const token = newSecret('BQ')
    statements.dropOldAccess.run(nowMs - dayMs)
    statements.dropOldRefresh.run(nowMs - 30 * dayMs)
    statements.insertAccess.run(hashOf(token), grantId, clientId, scopes, nowMs + lifetimes().accessMs)
    return token
  }
  const issueRefresh = (grantId: number): string => {
    const token = newSecret('AQ')
    statements.insertRefresh.run(hashOf(token), grantId)
    return token
  }
  /** The grant of a refresh token of this client; an app cannot name another app's tokens. */
  const findByRefresh = (token: string, clientId: string) => {
    const row = statements.findRefresh.get(hashOf(token))
    return row?.['client_id'] === clientId ? row : undefined
  }
  const end = (grantId: number): void => {
    statements.deleteGrant.run(grantId)
    for (const listener of endListeners) listener(grantId)
  }
  const formerGrant = ({ former, clientId, chosen }: Consent): number | undefined => {
    const row = former
      .map((token) => findByRefresh(token, clientId))
      .find((found) => found !== undefined && found['used_at'] === null && isOf(found, chosen))
    return row === undefined ? undefined : Number(row['id'])
  }
  const settle = (consent: Consent, granted: string, nowMs: number): number => {
    const rotating = consent.rotating ? 1 : 0
    const former = formerGrant(consent)
    if (former !== undefined) {
      statements.deleteAccess.run(former)
      statements.deleteRefresh.run(former)
      statements.authorizeAgain.run(granted, rotating, nowMs, former)
      return former
    }
    const { profileId, displayName } = consent.chosen
    const ids = [newUserId(displayName), newAccountId()] as const
    const made = statements.insertGrant.get(
      consent.clientId,
      ...ids,
      profileId,
      displayName,
      granted,
      rotating,
      nowMs,
    )
    return Number(made?.['id'])
  }

  return {
    /** Calls back with the id of every grant that ended. */
    onEnd: (listener: (grantId: number) => void): void => void endListeners.add(listener),

    /** A person consented: a new account, or the former one with new tokens in place of all earlier ones. */
    consent(consent: Consent, nowMs: number): IssuedTokens {
      const granted = consent.scopes.join(' ')
      return database.transaction(() => {
        for (const row of statements.longExpired.all(nowMs - lifetimes().refreshMs - keptAfterExpiryMs))
          end(Number(row['id']))
        const grantId = settle(consent, granted, nowMs)
        return {
          accessToken: issueAccess(grantId, consent.clientId, granted, nowMs),
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
        const row = findByRefresh(token, clientId)
        if (row === undefined) return 'unknown'
        const grantId = Number(row['id'])
        if (row['used_at'] !== null) {
          end(grantId)
          return 'revoked'
        }
        if (Number(row['authorized_at']) + lifetimes().refreshMs <= nowMs) return 'revoked'
        const scopes = String(row['scopes'])
        const rotating = row['rotating'] === 1
        if (rotating) statements.markUsed.run(nowMs, hashOf(token))
        return {
          accessToken: issueAccess(grantId, clientId, scopes, nowMs),
          refreshToken: rotating ? issueRefresh(grantId) : null,
          scopes,
        }
      })
    },

    /** Ends the grant behind a refresh token, with all that is its own (B2). Unknown tokens are no error. */
    revoke(token: string, clientId: string): void {
      database.transaction(() => {
        const row = findByRefresh(token, clientId)
        if (row !== undefined) end(Number(row['id']))
      })
    },

    /** Ends the access tokens of the grant behind a refresh token, which itself stays good (B3). */
    revokeAccess(token: string, clientId: string): void {
      const row = findByRefresh(token, clientId)
      if (row !== undefined) statements.deleteAccess.run(Number(row['id']))
    },

    /** What an access token stands for, `expired` included; undefined for unknown or withdrawn ones. */
    access(token: string): Access | undefined {
      const row = statements.findAccess.get(hashOf(token))
      if (row === undefined) return undefined
      return {
        clientId: String(row['client_id']),
        grant: row['id'] === null ? null : presentGrant(row),
        scopes: String(row['scopes']).split(' ').filter(Boolean),
        expiresAtMs: Number(row['expires_at']),
      }
    },

    /** A grant that has not ended. */
    find(grantId: number): Grant | undefined {
      const row = statements.findGrant.get(grantId)
      return row === undefined ? undefined : presentGrant(row)
    },

    /** All grants, for the control address. */
    all: (): readonly Grant[] => statements.allGrants.all().map(presentGrant),
  }
}

function prepareStatements({ sql }: Database) {
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
      `select r.used_at, g.id, g.client_id, g.profile_id, g.display_name, g.scopes, g.rotating, g.authorized_at
       from refresh_tokens r join grants g on g.id = r.grant_id where r.hash = ?`,
    ),
    markUsed: sql.prepare('update refresh_tokens set used_at = ? where hash = ?'),
    deleteRefresh: sql.prepare('delete from refresh_tokens where grant_id = ?'),
    dropOldRefresh: sql.prepare('delete from refresh_tokens where used_at < ?'),
    insertAccess: sql.prepare(
      'insert into access_tokens (hash, grant_id, client_id, scopes, expires_at) values (?, ?, ?, ?, ?)',
    ),
    findAccess: sql.prepare(
      `select a.client_id, a.scopes, a.expires_at, ${grantColumns} from access_tokens a
       left join grants g on g.id = a.grant_id where a.hash = ?`,
    ),
    deleteAccess: sql.prepare('delete from access_tokens where grant_id = ?'),
    dropOldAccess: sql.prepare('delete from access_tokens where expires_at < ?'),
  }
}

function profileIdOf(row: Record<string, unknown>): string | null {
  const profileId = row['profile_id']
  return typeof profileId === 'string' ? profileId : null
}

/** Whether a grant is to the same bundled listener, or to the same typed name. */
function isOf(row: Record<string, unknown>, { profileId, displayName }: Profile): boolean {
  return profileIdOf(row) === profileId && (profileId !== null || row['display_name'] === displayName)
}

function presentGrant(row: Record<string, unknown>): Grant {
  return {
    id: Number(row['id']),
    userId: String(row['user_id']),
    accountId: String(row['account_id']),
    profileId: profileIdOf(row),
    displayName: String(row['display_name']),
  }
}
