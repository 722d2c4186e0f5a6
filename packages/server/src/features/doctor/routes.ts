import { SUPER_LEVEL } from '@jointly/contract'
import type { Config } from '../../config.ts'
import type { Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { refuse } from '../../platform/refusal.ts'
import { diagnose } from './doctor.ts'

/** Limits how often the doctor runs, because its checks call other services. */
const RUNS: RateLimit = { name: 'doctor', attempts: 10, windowMs: 60_000 }

/**
 * Registers two routes. The first runs the checks of the setup for users of level 735, and answers in their language
 * (O7, W3). The second returns how the server sees the request, which the check of the proxy needs (O8).
 */
export function doctorRoutes(handle: Handle, config: Config, limiter: RateLimiter): void {
  handle('doctor', async ({ caller, language }) => {
    if (caller.level !== SUPER_LEVEL) return refuse('forbidden')
    const tooMany = await limit(limiter, [[RUNS, 'all']])
    return tooMany ?? { findings: await diagnose(config, language, { isServer: true }) }
  })
  handle('echo', ({ origin, isForwarded }) => ({ origin, forwarded: isForwarded }))
}
