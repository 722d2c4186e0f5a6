import { type Bus, createLocalBus } from '../live/bus.ts'
import type { Link } from './link.ts'
import type { RollCall } from './roll-call.ts'

/** The bus of several servers: those on this one hear an event before `publish` returns, the others with its next letter. */
export function createClusterBus(link: Link, rollCall: RollCall): Bus {
  const local = createLocalBus()
  const missed = () => local.publishHere({ type: 'missed' })
  link.listen({ up: missed, missed, event: local.publishHere })
  return {
    ...local,
    publish(event) {
      local.publish(event)
      link.tellEvent(event)
    },
    hearsAll: () => link.isUp() && rollCall.others().every(link.hears),
  }
}
