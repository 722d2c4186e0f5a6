import type { Handle } from '../../platform/http/router.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import type { OAuth } from '../../provider/oauth.ts'
import type { StreamingProvider } from '../../provider/provider.ts'
import type { SessionContext } from '../../session/context.ts'
import type { LiveSessions } from '../../session/session.ts'
import { createStageAccounts } from './stage-account.ts'
import { createLiveStages, type LiveStages } from './live-stages.ts'
import { stageRoutes } from './routes.ts'
import { type StageContext, unusedStagesJob } from './service.ts'

export type StagesDeps = {
  context: SessionContext
  /** The functions for live connections of people. */
  sessions: LiveSessions
  provider: Pick<StreamingProvider, 'description' | 'canLinkDirectly'>
  oauth: OAuth
  accounts: Pick<LinkedAccounts, 'revocations'>
  limiter: RateLimiter
  secrets: Secrets
}

/** Adds stages, which are big screens that show a session without an account (X1). */
export function addStages(handle: Handle, deps: StagesDeps): LiveStages {
  const { context, sessions, provider, oauth, accounts, limiter, secrets } = deps
  const stages: StageContext = {
    sessions: context,
    limiter,
    accounts: createStageAccounts({
      ...{ db: context.db, limiter, secrets, oauth, revocations: accounts.revocations },
      providerName: provider.description.name,
      canLinkDirectly: provider.canLinkDirectly,
    }),
  }
  stageRoutes(handle, stages)
  const live = createLiveStages(context, sessions)
  return { ...live, jobs: [...live.jobs, unusedStagesJob(stages)] }
}
