import type { Cluster } from './cluster/cluster.ts'
import type { Gauge } from './platform/http/metrics.ts'

/**
 * Returns the gauges (numbers for the metrics) about servers and live connections. The gauge of Redis exists
 * only if Redis is configured.
 */
export function gaugesOf(cluster: Cluster, liveConnectionCount: () => number): Gauge[] {
  const live = {
    name: 'jointly_live_connections',
    help: 'Live connections to this server that are logged in',
    read: liveConnectionCount,
  }
  if (cluster.redis() === null) return [live]
  const help = 'Whether Redis is there (1), or this server goes on alone (0)'
  return [live, { name: 'jointly_redis_up', help, read: () => (cluster.redis() === 'up' ? 1 : 0) }]
}
