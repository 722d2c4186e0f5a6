import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import type { RedisLink } from './redis-link.ts'
import type { ServerRegistry } from './server-registry.ts'

/** Servers that stop together become silent within this many heartbeats of each other. */
const WAIT_HEARTBEATS = 2

/**
 * The event bus of several servers. Listeners on this server get an event before `publish` returns. Other servers get
 * it with the next message.
 */
export function createClusterBus(link: RedisLink, registry: ServerRegistry): EventBus {
  const local = createLocalBus()
  /**
   * Heartbeats to wait before one `missed` event is published for all lost servers. 0 means that no server was lost.
   */
  let heartbeatsLeft = 0
  function publishMissed(): void {
    heartbeatsLeft = 0
    local.publishLocally({ type: 'missed' })
  }
  link.listen({
    up: publishMissed,
    missed: publishMissed,
    // The last message of a lost server may never have been sent.
    lost() {
      heartbeatsLeft = WAIT_HEARTBEATS
    },
    heartbeat() {
      if (heartbeatsLeft === 0) return
      heartbeatsLeft -= 1
      if (heartbeatsLeft === 0) publishMissed()
    },
    event: local.publishLocally,
  })
  return {
    ...local,
    publish(event) {
      local.publish(event)
      link.sendEvent(event)
    },
    receivesAllEvents: () => link.isUp() && registry.others().every((server) => link.receivesFrom(server)),
  }
}
