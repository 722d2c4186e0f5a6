import type { Account } from '@jointly/contract'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { presentAccount } from '../../accounts/present-account.ts'
import type { Revocations } from '../../accounts/revocations.ts'
import type { OAuth } from '../../provider/oauth.ts'
import type { ProviderTokens } from '../../provider/provider.ts'
import { type PairedStage, type RemovedStage, saveRefreshToken, takeRefreshToken } from './store.ts'

/** The name of each stage's account at the streaming service. */
const ACCOUNT_NAME = 'Big screen'
const TOKENS_PER_STAGE: RateLimit = { name: 'stage-token', attempts: 60, windowMs: 10 * 60_000 }

export type StageAccountDeps = {
  db: Db
  limiter: RateLimiter
  secrets: Pick<Secrets, 'encrypt' | 'tryDecrypt'>
  oauth: Pick<OAuth, 'linkDirectly' | 'refresh'>
  revocations: Revocations
  providerName: string
  /** Whether the provider links accounts without its consent page (L15). */
  canLinkDirectly: boolean
}

/** New tokens for a stage. `isNewGrant` is true if the provider allowed a new account for them. */
type NewTokens = { tokens: ProviderTokens; isNewGrant: boolean }

/** The accounts with which stages play (X5). */
export type StageAccounts = {
  /** Whether a stage can have an account with this streaming service. */
  isPossible: boolean
  /** Returns the account of a stage with a new token. The account is created with the first call. */
  ofStage(stage: PairedStage): Promise<Account | Refusal>
  /** Stores that the account of a stage must end, because its sound is off. Call `endGrantsNow` after the commit. */
  endOf(trx: Trx, stageId: string): Promise<void>
  /** Stores that the accounts of deleted stages must end. Call `endGrantsNow` after the commit. */
  revoke(trx: Trx, stages: readonly RemovedStage[]): Promise<void>
  /** Starts to end the stored accounts, and returns at once. */
  endGrantsNow(): void
}

export function createStageAccounts(deps: StageAccountDeps): StageAccounts {
  const { db, secrets, oauth, revocations, canLinkDirectly } = deps

  async function newTokens({ id, refreshToken }: PairedStage): Promise<NewTokens | Refusal> {
    const stored = refreshToken === '' ? null : secrets.tryDecrypt(refreshToken, id)
    const refreshed = stored === null ? null : await oauth.refresh(stored)
    const isNewGrant = refreshed === null || (isRefused(refreshed) && refreshed.code === 'reconnect')
    const tokens = isNewGrant ? await oauth.linkDirectly(ACCOUNT_NAME) : refreshed
    return isRefused(tokens) ? tokens : { tokens, isNewGrant }
  }

  /**
   * Stores the new refresh token. If the stage no longer has sound, or if another call was faster, revokes the new
   * token instead. If the database fails, ends the grant if it is new (L3).
   * @returns false if the new token was revoked
   */
  async function store(
    { id, refreshToken: before }: PairedStage,
    { tokens: { refreshToken }, isNewGrant }: NewTokens,
  ): Promise<boolean> {
    if (refreshToken === null) return true
    try {
      const saved = await transact(db, async (trx) => {
        const isSaved = await saveRefreshToken(trx, { id, before, after: secrets.encrypt(refreshToken, id) })
        if (!isSaved) await revocations.add(trx, [refreshToken])
        return isSaved
      })
      if (!saved) revocations.runNow()
      return saved
    } catch (error) {
      if (isNewGrant) await revocations.endUnstored(refreshToken)
      throw error
    }
  }

  /**
   * Stores the tokens of stages for revocation. A token that cannot be decrypted is left out, so that its stage can
   * still be deleted.
   */
  const revoke = (trx: Trx, stages: readonly RemovedStage[]): Promise<void> =>
    revocations.add(
      trx,
      stages.map(({ id, refreshToken }) => (refreshToken && secrets.tryDecrypt(refreshToken, id)) ?? ''),
    )

  return {
    isPossible: canLinkDirectly,
    revoke,
    async ofStage(stage) {
      if (!stage.sound || !canLinkDirectly) return refuse('forbidden')
      const tooMany = await limit(deps.limiter, [[TOKENS_PER_STAGE, stage.id]])
      if (tooMany) return tooMany
      const created = await newTokens(stage)
      if (isRefused(created)) return created
      if (!(await store(stage, created))) return refuse('rate-limited', { retryAfterSec: 1 })
      return presentAccount(
        { ...created.tokens, id: stage.id, name: ACCOUNT_NAME, status: 'ok' },
        deps.providerName,
      )
    },
    async endOf(trx, stageId) {
      const taken = await takeRefreshToken(trx, stageId)
      if (taken) await revoke(trx, [taken])
    },
    endGrantsNow: revocations.runNow,
  }
}
