import type { Shutdown } from './platform/lifecycle/shutdown.ts'
import { createClusterClock } from './cluster/cluster-clock.ts'
import { openCluster } from './cluster/cluster.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import { createFaultLog } from './platform/log/fault-log.ts'
import { createLog } from './platform/log/log.ts'
import { createOutageLog } from './platform/log/outage-log.ts'
import { openSecrets } from './platform/security/secrets.ts'
import { createSecurityLog } from './platform/log/security-log.ts'
import type { Overrides } from './overrides.ts'

const CLUSTER_NAME_LENGTH = 16

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Opens the parts that all features use: clock, logs, secrets, and the connection to other servers. */
export async function openPlatform(
  config: Config,
  overrides: Overrides,
  database: OpenDatabase,
  closing: Shutdown,
) {
  const clock = createClusterClock()
  const log = overrides.log ?? createLog(config.logLevel)
  const secrets = openSecrets(config.secretKey, config.dataDir)
  const cluster = await openCluster({
    redisUrl: config.redisUrl,
    // The name is derived from the secret key, so that servers with another database and another key can use
    // the same Redis.
    name: secrets.derive('name of the cluster').slice(0, CLUSTER_NAME_LENGTH),
    database,
    clock,
    pace: overrides.pace ?? 1,
    log,
    unshared:
      config.spotify || config.provider
        ? null
        : 'each has a streaming service of its own; set PROVIDER_URL, so that what is linked on one is linked on all',
  })
  closing.onClose(cluster.close)
  return {
    // With SQLite there is only one server, so it can use the clock of its machine.
    now: overrides.now ?? (database.dialect === 'sqlite' ? Date.now : clock.now),
    log,
    logSecurity: createSecurityLog(log),
    logFault: createFaultLog(log),
    logProviderAway: createOutageLog((error, failed) =>
      log.warn({ err: error, failed }, 'the streaming service does not answer'),
    ),
    secrets,
    cluster,
    limiter: overrides.limiter ?? cluster.limiter,
  }
}
