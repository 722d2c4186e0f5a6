import { GoneReason, ServerMessage } from '@jointly/contract'
import * as z from 'zod/mini'
import type { LiveEvent } from '../platform/event-bus.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { PresenceEvent } from '../session/presence/presence.ts'

const id = z.string()
const stay = { ssid: id, userId: id }

const WireEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), ssid: id, only: z.optional(z.literal('songs')) }),
  z.object({ type: z.literal('you'), ...stay }),
  z.object({ type: z.literal('gone'), ssid: id, userId: z.nullable(id), reason: GoneReason }),
  z.object({ type: z.literal('logout'), userId: id, tokenIds: z.array(id) }),
  z.object({ type: z.literal('person'), userId: id, message: ServerMessage }),
])

const WirePresence = z.discriminatedUnion('type', [
  z.object({ type: z.literal('came'), ...stay, arrivedAt: z.number() }),
  z.object({ type: z.literal('left'), ...stay }),
  z.object({ type: z.literal('removed'), ...stay }),
  z.object({ type: z.literal('forgotten'), ssid: id }),
  /** The server has written all its active users to Redis again. */
  z.object({ type: z.literal('registered') }),
])

const WireEnvelope = z.object({
  server: id,
  /** The number of envelopes with content that the server has sent, including this one. */
  number: z.number(),
  /** The number of this heartbeat. Absent in other envelopes. */
  beat: z.optional(z.number()),
  news: z.array(z.unknown()),
  events: z.array(z.unknown()),
})

/** A message about the active users of a server. */
export type PresenceMessage = PresenceEvent | { readonly type: 'registered' }

/** What one server sends to all others. */
export type Envelope = {
  server: string
  number: number
  /** Whether this is a heartbeat. Its number is that of the envelope before it. */
  isHeartbeat: boolean
  presence: readonly PresenceMessage[]
  events: readonly LiveEvent[]
  /** Whether it contains something that this version does not know. */
  hasUnknownParts: boolean
}

/** @returns null if the text is not an envelope */
export function readEnvelope(text: string): Envelope | null {
  const envelope = WireEnvelope.safeParse(parseJson(text))
  if (!envelope.success) return null
  const presence = envelope.data.news.map((item) => WirePresence.safeParse(item).data)
  const events = envelope.data.events.map((item) => WireEvent.safeParse(item).data)
  const known = <T>(item: T | undefined): item is T => item !== undefined
  return {
    server: envelope.data.server,
    number: envelope.data.number,
    isHeartbeat: envelope.data.beat !== undefined,
    presence: presence.filter(known),
    events: events.filter(known),
    hasUnknownParts: !presence.every(known) || !events.every(known),
  }
}
