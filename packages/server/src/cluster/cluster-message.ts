import {
  CalibrationEvent,
  ChatMessage,
  RemovalReason,
  ReactionCounts,
  ServerMessage,
} from '@jointly/contract'
import * as z from 'zod/mini'
import type { LiveEvent } from '../platform/event-bus.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { PresenceEvent } from '../session/presence/presence-event.ts'

const id = z.string()
const user = { ssid: id, userId: id }

const WireEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), ssid: id, only: z.optional(z.literal('songs')) }),
  z.object({ type: z.literal('you'), ...user }),
  z.object({ type: z.literal('gone'), ssid: id, userId: z.nullable(id), reason: RemovalReason }),
  z.object({ type: z.literal('logout'), userId: id, tokenIds: z.array(id) }),
  z.object({ type: z.literal('user'), userId: id }),
  z.object({ type: z.literal('chat'), message: ChatMessage }),
  z.object({ type: z.literal('reactions'), ssid: id, counts: ReactionCounts }),
  z.object({
    type: z.literal('calibration'),
    ...user,
    calibration: id,
    askedAtMs: z.number(),
    isForAll: z.boolean(),
    news: CalibrationEvent,
  }),
  z.object({ type: z.literal('person'), userId: id, message: ServerMessage }),
])

const WirePresence = z.discriminatedUnion('type', [
  z.object({ type: z.literal('came'), ...user, arrivedAt: z.number(), isSilent: z.optional(z.boolean()) }),
  z.object({ type: z.literal('left'), ...user }),
  z.object({ type: z.literal('removed'), ...user }),
  z.object({ type: z.literal('forgotten'), ssid: id }),
  /** The sender has written all its active users to Redis again. Other servers must load them. */
  z.object({ type: z.literal('registered') }),
])

/**
 * The JSON format of a message. Servers of earlier versions use the same names, so `beat` (the heartbeat) and `news`
 * (the presence updates) are not renamed.
 */
const WireMessage = z.object({
  server: id,
  number: z.number(),
  beat: z.optional(z.number()),
  news: z.array(z.unknown()),
  events: z.array(z.unknown()),
})

/** A change of the users who are active on one server. */
export type PresenceUpdate = PresenceEvent | { readonly type: 'registered' }

/**
 * A message of one server to all others. One message contains everything that the server sends in one turn of
 * its event loop.
 */
export type ClusterMessage = {
  /** The unique name of the sender. */
  server: string
  /** The number of the message. Each server counts from 1. A heartbeat has the number of the previous message. */
  number: number
  isHeartbeat: boolean
  presence: readonly PresenceUpdate[]
  events: readonly LiveEvent[]
  /** Whether the message contains an event or update that this version of the server does not know. */
  hasUnknownParts: boolean
}

/** The content of a message. Each event is a JSON text. */
export type MessageContent = { presence: readonly PresenceUpdate[]; events: Iterable<string> }

/**
 * Returns the text with which every message of a server starts. By this text, the server recognises its own messages.
 */
export function messageStart(server: string): string {
  return `{"server":${JSON.stringify(server)},`
}

/**
 * Returns a message as a text.
 *
 * @param start the result of `messageStart`
 * @param heartbeat the number of the heartbeat; null if the message is not a heartbeat
 */
export function writeMessage(
  start: string,
  number: number,
  heartbeat: number | null,
  { presence, events }: MessageContent,
): string {
  const beat = heartbeat === null ? '' : `,"beat":${heartbeat}`
  return `${start}"number":${number}${beat},"news":${JSON.stringify(presence)},"events":[${[...events].join(',')}]}`
}

/** The fields `server`, `number` and `beat` are within this many characters from the start of a message. */
const HEADER_LENGTH = 120

/**
 * Returns the number of a heartbeat that this server has sent. Only the start of the text is searched, because parsing
 * the whole JSON takes longer.
 * @returns 0 if the message is not a heartbeat
 */
export function readOwnHeartbeat(text: string): number {
  return Number(/"beat":(\d+)/.exec(text.slice(0, HEADER_LENGTH))?.[1] ?? 0)
}

/** Parses a message of another server. @returns null if the text is not a valid message */
export function readMessage(text: string): ClusterMessage | null {
  const message = WireMessage.safeParse(parseJson(text))
  if (!message.success) return null
  const presence = message.data.news.map((item) => WirePresence.safeParse(item).data)
  const events = message.data.events.map((item) => WireEvent.safeParse(item).data)
  const isKnown = <T>(item: T | undefined): item is T => item !== undefined
  return {
    server: message.data.server,
    number: message.data.number,
    isHeartbeat: message.data.beat !== undefined,
    presence: presence.filter(isKnown),
    events: events.filter(isKnown),
    hasUnknownParts: !presence.every(isKnown) || !events.every(isKnown),
  }
}
