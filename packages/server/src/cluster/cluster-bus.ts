import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import type { RedisLink } from './redis-link.ts'
import type { ServerRegistry } from './server-registry.ts'

/**
 * After the loss of a server, the event `missed` is delayed by this number of heartbeats. If several servers stop
 * together, all are lost within this time and cause only one event.
 */
const WAIT_HEARTBEATS = 2

/**
 * Creates the event bus for several servers. Listeners on this server get an event before `publish` returns. Other
 * servers get it with the next message of this server.
 */
export function createClusterBus(link: RedisLink, registry: ServerRegistry): EventBus {
  const local = createLocalBus()
  /**
   * The number of heartbeats until one `missed` event is published for all lost servers. 0 means that no event is
   * planned.
   */
  let heartbeatsLeft = 0
  function publishMissed(): void {
    heartbeatsLeft = 0
    local.publishLocally({ type: 'missed' })
  }
  link.listen({
    up: publishMissed,
    missed: publishMissed,
    // Listeners must load everything again, because the last events of the lost server may not have been sent.
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
