import * as z from 'zod/mini'
import { waitingBound } from '@jointly/domain'
import { Playlist } from './entities/account.ts'
import { SharedSession, type Why, You } from './entities/session.ts'
import { PublicUser } from './entities/user.ts'
import { EpochMs, Ssid } from './primitives.ts'

/** Address of the WebSocket. */
export const LIVE_PATH = '/api/live'

/** Close codes of the live connection. */
export const liveClose = {
  unauthenticated: 4401,
  helloTimeout: 4408,
  malformed: 4400,
  tooMany: 4429,
  /** What was asked cannot be done now, as while the database is away. */
  tryAgainLater: 1013,
} as const

/** What a client says. The first message must be `hello`, within 5 s. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().check(z.maxLength(500)) }),
  z.object({ type: z.literal('open'), ssid: Ssid }),
  z.object({ type: z.literal('close'), ssid: Ssid }),
  /** A clock probe: `sentMs` is the client's own monotonic time and comes back untouched. */
  z.object({ type: z.literal('clock'), sentMs: z.number() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/**
 * Who is here changed and nothing else: it goes onto the state that the client has (`withPeople`), so that in a room of
 * thousands an arrival is a few bytes for everyone. Of those named, `named` tells who stands from an index on; absent,
 * they are the same as before.
 */
export const PeopleMessage = z.object({
  type: z.literal('people'),
  ssid: Ssid,
  activeCount: z.int(),
  skips: z.int(),
  named: z.optional(z.object({ from: z.int(), users: z.array(PublicUser) })),
})
export type PeopleMessage = z.infer<typeof PeopleMessage>

/** Why someone may not listen to a session any more: it was deleted, or this person may not be here. */
export const GoneReason = z.enum(['deleted', 'banned', 'policy', 'not-found'])
export type GoneReason = z.infer<typeof GoneReason>

/** What the server says; every message about a session names it. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('session'), ssid: Ssid, session: SharedSession }),
  PeopleMessage,
  z.object({ type: z.literal('you'), ssid: Ssid, you: You }),
  /** The session may no longer be listened to. */
  z.object({ type: z.literal('gone'), ssid: Ssid, reason: GoneReason }),
  z.object({ type: z.literal('clock'), sentMs: z.number(), nowTime: EpochMs }),
  /** The lists named here changed and are worth fetching. */
  z.object({ type: z.literal('changed'), what: z.enum(['invites', 'friends', 'accounts']) }),
  /** Import progress of the person's playlists (L4). */
  z.object({ type: z.literal('playlists'), playlists: z.array(Playlist) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/** The state of a session with those who are here now. What its songs say of waiting follows from their number (V4). */
export function withPeople<Shared extends SharedSession>(
  shared: Shared,
  { activeCount, skips, named }: Pick<PeopleMessage, 'activeCount' | 'skips' | 'named'>,
): Shared {
  const active = named ? [...shared.active.slice(0, named.from), ...named.users] : shared.active
  const bound = waitingBound(activeCount)
  const votes = shared.votes.map((vote) => ({ ...vote, why: withBound(vote.why, bound) }))
  return { ...shared, active, activeCount, skips, votes }
}

/** Of the younger songs, as many may go before one as are missing to its bound. */
function withBound(why: Why, bound: number): Why {
  const { change, overtaken } = why
  if (change.mostBefore === undefined) return { ...why, bound }
  const missingTo = (bound: number): number => Math.max(0, bound - overtaken)
  const mostBefore = change.mostBefore - missingTo(why.bound) + missingTo(bound)
  return { ...why, bound, change: { ...change, mostBefore } }
}
