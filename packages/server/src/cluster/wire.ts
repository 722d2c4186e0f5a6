import { GoneReason, ServerMessage } from '@jointly/contract'
import * as z from 'zod/mini'
import type { LiveEvent } from '../platform/event-bus.ts'
import type { PresenceEvent } from '../session/presence/presence.ts'

const id = z.string()
const stay = { ssid: id, userId: id }

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), ssid: id, only: z.optional(z.literal('songs')) }),
  z.object({ type: z.literal('you'), ...stay }),
  z.object({ type: z.literal('gone'), ssid: id, userId: z.nullable(id), reason: GoneReason }),
  z.object({ type: z.literal('logout'), userId: id, tokenIds: z.array(id) }),
  z.object({ type: z.literal('person'), userId: id, message: ServerMessage }),
])

const News = z.discriminatedUnion('type', [
  z.object({ type: z.literal('came'), ...stay, arrivedAt: z.number() }),
  z.object({ type: z.literal('left'), ...stay }),
  z.object({ type: z.literal('removed'), ...stay }),
  z.object({ type: z.literal('forgotten'), ssid: id }),
  /** All who are active on the server stand in Redis anew. */
  z.object({ type: z.literal('registered') }),
])

const Letter = z.object({
  server: id,
  /** How many letters with something in them the server has sent, this one included. */
  number: z.number(),
  /** Tells which of the server's beats it is; absent in a letter that is none. */
  beat: z.optional(z.number()),
  news: z.array(z.unknown()),
  events: z.array(z.unknown()),
})

/** What servers tell each other of those who are active on them. */
export type ClusterNews = PresenceEvent | { readonly type: 'registered' }

/** What one server tells all others at once. */
export type ClusterLetter = {
  server: string
  number: number
  /** Whether it only shows that its server lives; its number is that of the letter before it. */
  isBeat: boolean
  news: readonly ClusterNews[]
  events: readonly LiveEvent[]
  /** Whether it says something that this version does not know. */
  isPartlyUnknown: boolean
}

/** @returns null for what is no letter of ours */
export function readLetter(text: string): ClusterLetter | null {
  const letter = Letter.safeParse(parsed(text))
  if (!letter.success) return null
  const news = letter.data.news.map((item) => News.safeParse(item).data)
  const events = letter.data.events.map((item) => Event.safeParse(item).data)
  const known = <T>(item: T | undefined): item is T => item !== undefined
  return {
    server: letter.data.server,
    number: letter.data.number,
    isBeat: letter.data.beat !== undefined,
    news: news.filter(known),
    events: events.filter(known),
    isPartlyUnknown: !news.every(known) || !events.every(known),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
