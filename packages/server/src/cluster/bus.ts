import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import type { Link } from './link.ts'
import type { RollCall } from './roll-call.ts'

/** Servers that go together fall silent within so many beats of each other. */
const TOGETHER_BEATS = 2

/** The bus of several servers: those on this one hear an event before `publish` returns, the others with its next letter. */
export function createClusterBus(link: Link, rollCall: RollCall): EventBus {
  const local = createLocalBus()
  /** So many beats are left until those that are lost are caught up with, all at once; 0 where none are. */
  let beatsLeft = 0
  function missed(): void {
    beatsLeft = 0
    local.publishHere({ type: 'missed' })
  }
  link.listen({
    up: missed,
    missed,
    // What it said last may never have been sent.
    lost() {
      beatsLeft = TOGETHER_BEATS
    },
    beat() {
      if (beatsLeft === 0) return
      beatsLeft -= 1
      if (beatsLeft === 0) missed()
    },
    event: local.publishHere,
  })
  return {
    ...local,
    publish(event) {
      local.publish(event)
      link.tellEvent(event)
    },
    hearsAll: () => link.isUp() && rollCall.others().every(link.hears),
  }
}
