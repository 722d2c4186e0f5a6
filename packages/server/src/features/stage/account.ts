import type { Account } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
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
  secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
  oauth: Pick<OAuth, 'linkDirectly' | 'refresh'>
  revocations: Revocations
  providerName: string
  /** Whether the provider links accounts without its consent page (L15). */
  canLinkDirectly: boolean
}

/** The accounts with which stages play (X5). */
export type StageAccounts = {
  /** Whether a stage can have an account with this streaming service. */
  isPossible: boolean
  /** Returns the account of a stage with a new token. The account is created with the first call. */
  ofStage(stage: PairedStage): Promise<Account | Refused>
  /** Ends the account of a stage whose sound was switched off. */
  endOf(stageId: string): Promise<void>
  /** Ends the accounts of deleted stages. */
  revoke(stages: readonly RemovedStage[]): Promise<void>
}

export function createStageAccounts(deps: StageAccountDeps): StageAccounts {
  const { db, secrets, oauth, revocations, canLinkDirectly } = deps

  async function end(refreshTokens: readonly string[]): Promise<void> {
    if (refreshTokens.length === 0) return
    await revocations.add(db, refreshTokens)
    revocations.wake()
  }

  async function newTokens({ id, refreshToken }: PairedStage): Promise<ProviderTokens | Refused> {
    if (refreshToken === '') return oauth.linkDirectly(ACCOUNT_NAME)
    const refreshed = await oauth.refresh(secrets.decrypt(refreshToken, id))
    const hasEnded = isRefused(refreshed) && refreshed.code === 'reconnect'
    return hasEnded ? oauth.linkDirectly(ACCOUNT_NAME) : refreshed
  }

  /**
   * Stores the new refresh token. If the stage has no sound any more, or if another call was faster, revokes the new
   * token instead.
   * @returns false if the new token was revoked
   */
  async function store(
    { id, refreshToken: before }: PairedStage,
    { refreshToken }: ProviderTokens,
  ): Promise<boolean> {
    if (refreshToken === null) return true
    const saved = await saveRefreshToken(db, { id, before, after: secrets.encrypt(refreshToken, id) })
    if (!saved) await end([refreshToken])
    return saved
  }

  const revoke = (stages: readonly RemovedStage[]): Promise<void> =>
    end(stages.flatMap(({ id, refreshToken }) => (refreshToken ? [secrets.decrypt(refreshToken, id)] : [])))

  return {
    isPossible: canLinkDirectly,
    revoke,
    async ofStage(stage) {
      if (!stage.sound || !canLinkDirectly) return refuse('forbidden')
      const tooMany = await limit(deps.limiter, [[TOKENS_PER_STAGE, stage.id]])
      if (tooMany) return tooMany
      const tokens = await newTokens(stage)
      if (isRefused(tokens)) return tokens
      if (!(await store(stage, tokens))) return refuse('rate-limited', { retryAfterSec: 1 })
      return presentAccount(stage.id, tokens, deps.providerName)
    },
    async endOf(stageId) {
      const taken = await transact(db, (trx) => takeRefreshToken(trx, stageId))
      if (taken) await revoke([taken])
    },
  }
}

function presentAccount(id: string, tokens: ProviderTokens, providerName: string): Account {
  return {
    id,
    service: 'spotify',
    access_token: tokens.accessToken,
    refresh_token: '',
    valid_until: tokens.validUntilSec,
    selected_playlists: 0,
    title: providerName,
    detail: ACCOUNT_NAME,
    name: ACCOUNT_NAME,
    status: 'ok',
  }
}
