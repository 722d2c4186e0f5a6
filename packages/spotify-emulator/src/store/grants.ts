import type { Database } from './database.ts'
import { prepareGrantStatements } from './grant-statements.ts'
import { newAccountId, newUserId } from './user-names.ts'
import { hashOf, newSecret } from './secrets.ts'

/** The choice of a person on the consent page: a bundled listener, or a typed name (then `profileId` is null). */
export type Profile = { readonly profileId: string | null; readonly displayName: string }

/**
 * A grant: the consent of one person to one app. Each grant is a separate account (B1) with the ids `userId` and
 * `accountId`.
 */
export type Grant = Profile & { readonly id: number; readonly userId: string; readonly accountId: string }

/** The rights of an access token. `grant` is null for the app's own token (client credentials). */
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
  readonly profile: Profile
  readonly scopes: readonly string[]
  /** Whether each refresh replaces the refresh token. This is true for an app without a secret. */
  readonly rotating: boolean
  /**
   * Refresh tokens of earlier consents of the same person. If one of these consents is for the same profile, the
   * new consent continues the account of that consent.
   */
  readonly formerTokens: readonly string[]
}

const dayMs = 24 * 3_600_000
export const accessLifetimeMs = 3_600_000
const refreshLifetimeMs = 182 * dayMs
/** How long an expired grant (consent) and its playlists stay stored, because the person may connect again. */
const keepExpiredMs = 182 * dayMs
/** How long the hashes of used refresh tokens stay stored, in order to notice when a token is used twice. */
const keepUsedTokensMs = 30 * dayMs

/** Stores grants (consents) and their tokens. Times are epoch milliseconds. */
export class Grants {
  #database
  #statements
  #endListeners: ((grantId: number) => void)[] = []

  constructor(database: Database) {
    this.#database = database
    this.#statements = prepareGrantStatements(database)
  }

  /** Calls `listener` with the id of every grant that ends. */
  onEnd(listener: (grantId: number) => void): void {
    this.#endListeners.push(listener)
  }

  /** Deletes the grants (consents) that expired half a year ago (B2). */
  deleteLongExpired(nowMs: number): void {
    const expiredBeforeMs = nowMs - refreshLifetimeMs - keepExpiredMs
    for (const row of this.#statements.longExpired.all(expiredBeforeMs)) this.#end(Number(row['id']))
  }

  /**
   * Stores a consent. It continues the account of an earlier consent to the same profile, or creates an account.
   * The new access token replaces all earlier ones. An earlier refresh token stays valid until the new one is used,
   * because the app may have failed to store the new one.
   */
  consent(consent: Consent, nowMs: number): IssuedTokens {
    const scopes = consent.scopes.join(' ')
    return this.#database.transaction(() => {
      this.deleteLongExpired(nowMs)
      const grantId =
        this.#continueFormerGrant(consent, scopes, nowMs) ?? this.#insertGrant(consent, scopes, nowMs)
      return {
        accessToken: this.#issueAccess(grantId, consent.clientId, scopes, nowMs),
        refreshToken: this.#issueRefresh(grantId),
        scopes,
      }
    })
  }

  /** Issues a token for the app itself, without a person. */
  issueAppToken(clientId: string, nowMs: number): IssuedTokens {
    return { accessToken: this.#issueAccess(null, clientId, '', nowMs), refreshToken: null, scopes: '' }
  }

  /**
   * Exchanges a refresh token for new tokens, without extending the consent. If a token that was already replaced
   * is used again, the grant (consent) ends, because the token may be stolen.
   */
  refresh(token: string, clientId: string, nowMs: number): IssuedTokens | RefreshRefusal {
    return this.#database.transaction(() => {
      const row = this.#findByRefreshToken(token, clientId)
      if (row === undefined) return 'unknown'
      const grantId = Number(row['id'])
      if (row['used_at'] !== null) {
        this.#end(grantId)
        return 'revoked'
      }
      if (Number(row['authorized_at']) + refreshLifetimeMs <= nowMs) return 'revoked'
      this.#statements.deleteReplaced.run(grantId, Number(row['token_id']))
      const scopes = String(row['scopes'])
      const rotating = row['rotating'] === 1
      if (rotating) this.#statements.markUsed.run(nowMs, hashOf(token))
      return {
        accessToken: this.#issueAccess(grantId, clientId, scopes, nowMs),
        refreshToken: rotating ? this.#issueRefresh(grantId) : null,
        scopes,
      }
    })
  }

  /**
   * Ends the grant (consent) of a refresh token and deletes its data (B2). Does nothing if the token is unknown.
   */
  revoke(token: string, clientId: string): void {
    this.#database.transaction(() => {
      const row = this.#findByRefreshToken(token, clientId)
      if (row !== undefined) this.#end(Number(row['id']))
    })
  }

  /** Ends the access tokens of a grant (consent). The refresh token of the grant stays valid (B3). */
  revokeAccess(token: string, clientId: string): void {
    const row = this.#findByRefreshToken(token, clientId)
    if (row !== undefined) this.#statements.deleteAccess.run(Number(row['id']))
  }

  /**
   * Returns the rights of an access token, even if the token has expired. Undefined for unknown and ended tokens.
   */
  access(token: string): Access | undefined {
    const row = this.#statements.findAccess.get(hashOf(token))
    if (row === undefined) return undefined
    return {
      clientId: String(row['client_id']),
      grant: row['id'] === null ? null : parseGrant(row),
      scopes: String(row['scopes']).split(' ').filter(Boolean),
      expiresAtMs: Number(row['expires_at']),
    }
  }

  /** Finds a grant (consent) by its id. Undefined if the grant has ended. */
  find(grantId: number): Grant | undefined {
    const row = this.#statements.findGrant.get(grantId)
    return row === undefined ? undefined : parseGrant(row)
  }

  all(): readonly Grant[] {
    return this.#statements.allGrants.all().map(parseGrant)
  }

  #end(grantId: number): void {
    this.#statements.deleteGrant.run(grantId)
    for (const listener of this.#endListeners) listener(grantId)
  }

  #continueFormerGrant(consent: Consent, scopes: string, nowMs: number): number | undefined {
    const { formerTokens, clientId, profile, rotating } = consent
    const row = formerTokens
      .map((token) => this.#findByRefreshToken(token, clientId))
      .find((found) => found !== undefined && found['used_at'] === null && isSameProfile(found, profile))
    if (row === undefined) return undefined
    const grantId = Number(row['id'])
    this.#statements.deleteAccess.run(grantId)
    this.#statements.deleteReplaced.run(grantId, Number(row['token_id']))
    this.#statements.authorizeAgain.run(scopes, rotating ? 1 : 0, nowMs, grantId)
    return grantId
  }

  #insertGrant({ clientId, profile, rotating }: Consent, scopes: string, nowMs: number): number {
    const { profileId, displayName } = profile
    const ids = [newUserId(displayName), newAccountId()] as const
    const values = [clientId, ...ids, profileId, displayName, scopes, rotating ? 1 : 0, nowMs] as const
    return Number(this.#statements.insertGrant.get(...values)?.['id'])
  }

  #issueAccess(grantId: number | null, clientId: string, scopes: string, nowMs: number): string {
    const token = newSecret('BQ')
    this.#statements.deleteOldAccess.run(nowMs - dayMs)
    this.#statements.deleteOldRefresh.run(nowMs - keepUsedTokensMs)
    this.#statements.insertAccess.run(hashOf(token), grantId, clientId, scopes, nowMs + accessLifetimeMs)
    return token
  }

  #issueRefresh(grantId: number): string {
    const token = newSecret('AQ')
    this.#statements.insertRefresh.run(hashOf(token), grantId)
    return token
  }

  /** Finds the row of a refresh token, if the token belongs to this app. */
  #findByRefreshToken(token: string, clientId: string) {
    const row = this.#statements.findRefresh.get(hashOf(token))
    return row?.['client_id'] === clientId ? row : undefined
  }
}

function profileIdOf(row: Record<string, unknown>): string | null {
  const profileId = row['profile_id']
  return typeof profileId === 'string' ? profileId : null
}

/** Returns whether a grant (consent) and a profile have the same bundled listener, or the same typed name. */
function isSameProfile(row: Record<string, unknown>, { profileId, displayName }: Profile): boolean {
  return profileIdOf(row) === profileId && (profileId !== null || row['display_name'] === displayName)
}

function parseGrant(row: Record<string, unknown>): Grant {
  return {
    id: Number(row['id']),
    userId: String(row['user_id']),
    accountId: String(row['account_id']),
    profileId: profileIdOf(row),
    displayName: String(row['display_name']),
  }
}
