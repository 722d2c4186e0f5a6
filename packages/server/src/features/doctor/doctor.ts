import type { Finding } from '@jointly/contract'
import type { Config } from '../../config.ts'
import type { Lookup } from './ask.ts'
import { checkClock, checkDatabase } from './database.ts'
import { checkDisk } from './disk.ts'
import { type Check, runChecks } from './finding.ts'
import { checkProxy, checkServer } from './proxy.ts'
import { checkRedis } from './redis.ts'
import { checkSettings } from './settings.ts'
import { checkListeners, checkStreaming } from './streaming.ts'

/**
 * Looks at an operator's set-up, step by step, and changes nothing (O7). It needs no running server.
 *
 * @param lookup another way to find the address of a name, and whose certificates to trust beside the usual ones
 */
export function diagnose(config: Config, lookup: Lookup = {}): Promise<Finding[]> {
  return runChecks(checksOf(config, lookup))
}

function checksOf(config: Config, lookup: Lookup): Check[] {
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
