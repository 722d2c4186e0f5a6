import type { Finding } from '@jointly/contract'
import type { Language } from '@jointly/domain'
import type { Config } from '../../config.ts'
import type { LookupOptions } from './http-request.ts'
import { checkClock } from './clock.ts'
import { checkDatabase } from './database.ts'
import { checkDisk } from './disk.ts'
import { runChecks } from './finding.ts'
import { checkProxy, checkServer } from './proxy.ts'
import { checkRedis } from './redis.ts'
import { checkSettings } from './settings.ts'
import { checkListeners, checkStreaming } from './streaming.ts'

/**
 * Checks an operator's setup step by step, without a running server and without changes (O7).
 * @param language the language of the texts of the findings
 * @param lookup replaces the resolution of host names and adds a trusted certificate authority, for tests
 */
export function diagnose(config: Config, language: Language, lookup: LookupOptions = {}): Promise<Finding[]> {
  return runChecks(
    [
      { name: 'settings', run: () => checkSettings(config) },
      { name: 'disk', run: () => checkDisk(config.dataDir) },
      { name: 'database', run: () => checkDatabase(config) },
      { name: 'redis', run: () => checkRedis(config.redisUrl, config.databaseUrl) },
      { name: 'server', run: () => checkServer(config) },
      { name: 'proxy', run: () => checkProxy(config, lookup) },
      { name: 'clock', run: () => checkClock(config) },
      { name: 'streaming', run: () => checkStreaming(config) },
      { name: 'listeners', run: () => checkListeners(config) },
    ],
    language,
  )
}
