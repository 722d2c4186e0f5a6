import type { Finding } from '@jointly/contract'
import type { Config } from '../../config.ts'
import type { LookupOptions } from './http-request.ts'
import { checkClock } from './clock.ts'
import { checkDatabase } from './database.ts'
import { checkDisk } from './disk.ts'
import { type Check, runChecks } from './finding.ts'
import { checkProxy, checkServer } from './proxy.ts'
import { checkRedis } from './redis.ts'
import { checkSettings } from './settings.ts'
import { checkListeners, checkStreaming } from './streaming.ts'

/**
 * Checks an operator's setup step by step, without a running server and without changes (O7).
 * @param lookup replaces the resolution of host names and adds a trusted certificate authority, for tests
 */
export function diagnose(config: Config, lookup: LookupOptions = {}): Promise<Finding[]> {
  return runChecks(checksOf(config, lookup))
}

function checksOf(config: Config, lookup: LookupOptions): Check[] {
  return [
    checkSettings(config),
    checkDisk(config.dataDir),
    checkDatabase(config),
    checkRedis(config.redisUrl, config.databaseUrl),
    checkServer(config),
    checkProxy(config, lookup),
    checkClock(config),
    checkStreaming(config),
    checkListeners(config),
  ]
}
