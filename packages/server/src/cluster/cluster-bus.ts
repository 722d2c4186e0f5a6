import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import type { RedisLink } from './redis-link.ts'
import type { ServerRegistry } from './server-registry.ts'

/**
 * The number of heartbeats between the loss of a server and the event `missed`. If several servers stop together, all
 * are lost within this time, so they cause only one event.
 */
const WAIT_HEARTBEATS = 2

/**
 * Creates the event bus of several servers. Listeners on this server get an event before `publish` returns.
 * Other servers get the event with the next message of this server.
 */
export function createClusterBus(link: RedisLink, registry: ServerRegistry): EventBus {
  const local = createLocalBus()
  /**
   * The number of heartbeats to wait before one `missed` event is published for all lost servers. 0 means that
   * no server was lost.
   */
  let heartbeatsLeft = 0
  function publishMissed(): void {
    heartbeatsLeft = 0
    local.publishLocally({ type: 'missed' })
  }
  link.listen({
    up: publishMissed,
    missed: publishMissed,
    // Listeners must load everything again, because the last message of a lost server may never have been sent.
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
