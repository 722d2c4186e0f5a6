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

type Options = LookupOptions & {
  /** Whether this process is the server. Without it, this is the command `npm run doctor`. */
  readonly isServer?: boolean
}

/**
 * Checks an operator's setup step by step, without a running server and without changes (O7).
 * @param language the language of the texts of the findings
 */
export function diagnose(
  config: Config,
  language: Language,
  { isServer = false, ...lookup }: Options = {},
): Promise<Finding[]> {
  return runChecks(
    [
      { name: 'settings', run: () => checkSettings(config) },
      { name: 'disk', run: () => checkDisk(config.dataDir, isServer) },
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
