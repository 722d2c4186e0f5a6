import * as z from 'zod/mini'
import { waitingBound } from '@jointly/domain'
import { Playlist } from './entities/account.ts'
import { CalibrationAct, CalibrationId, CalibrationEvent } from './entities/calibration.ts'
import { ChatMessage, REACTIONS, ReactionCounts } from './entities/chat.ts'
import { SharedSession, type SongPlace, You } from './entities/session.ts'
import { PublicUser } from './entities/user.ts'
import { EpochMs, Ssid } from './primitives.ts'

/** The path of the WebSocket. */
export const LIVE_PATH = '/api/live'

/** Close codes of the live connection. */
export const liveClose = {
  unauthenticated: 4401,
  helloTimeout: 4408,
  malformed: 4400,
  tooMany: 4429,
  /** The server cannot serve the connection now, for example while the database is away. */
  tryAgainLater: 1013,
} as const

/** A message of a client. The first message of a connection must be `hello`, within 5 s. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().check(z.maxLength(500)) }),
  /**
   * Opens a session. If it is open already, the state is sent again.
   * - `sound`: whether the client plays sound, so that its user counts as a listener (K1); true if missing
   */
  z.object({ type: z.literal('open'), ssid: Ssid, sound: z.optional(z.boolean()) }),
  /** Says that the client started or stopped playing sound in an open session (K1). */
  z.object({ type: z.literal('sound'), ssid: Ssid, sound: z.boolean() }),
  z.object({ type: z.literal('close'), ssid: Ssid }),
  /** A reaction in a session that the client has open: an index of `REACTIONS` (C1). */
  z.object({
    type: z.literal('react'),
    ssid: Ssid,
    emoji: z.int().check(z.gte(0), z.lt(REACTIONS.length)),
  }),
  /**
   * An action of the client in a calibration of a session that it has open (Y5). The client that starts a calibration
   * chooses its id.
   */
  z.object({ type: z.literal('calibrate'), ssid: Ssid, calibration: CalibrationId, act: CalibrationAct }),
  /**
   * A request for the server's time. `sentMs` is the monotonic time of the client, which the server sends back
   * unchanged.
   */
  z.object({ type: z.literal('clock'), sentMs: z.number() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/**
 * Says that only the people in the session changed. When someone enters a large session, each client gets this
 * small message and not the whole session. `named` replaces the list `active` from the index `from` on; if it is
 * missing, the list does not change.
 */
export const PeopleMessage = z.object({
  type: z.literal('people'),
  ssid: Ssid,
  activeCount: z.int(),
  listenerCount: z.int(),
  skips: z.int(),
  named: z.optional(z.object({ from: z.int(), users: z.array(PublicUser) })),
  /** Replaces the colours of the session (U2). Missing if they do not change. */
  colours: SharedSession.shape.colours,
})
export type PeopleMessage = z.infer<typeof PeopleMessage>

/**
 * Why a user may not follow a session any more. `deleted` and `not-found` both mean that the session does not
 * exist for the user.
 */
export const RemovalReason = z.enum(['deleted', 'banned', 'policy', 'no-guests', 'not-found'])
export type RemovalReason = z.infer<typeof RemovalReason>

/** A message of the server. Every message about a session contains the id of the session. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('session'), ssid: Ssid, session: SharedSession }),
  PeopleMessage,
  z.object({ type: z.literal('you'), ssid: Ssid, you: You }),
  /** The reactions of everyone in the session since the previous message (C1). */
  z.object({ type: z.literal('reactions'), ssid: Ssid, counts: ReactionCounts }),
  /** What happened in a calibration. The field has the name `news`, because clients of earlier versions expect it. */
  z.object({
    type: z.literal('calibration'),
    ssid: Ssid,
    calibration: CalibrationId,
    news: CalibrationEvent,
  }),
  ChatMessage,
  /** The person was muted in the chat of a session, or may write again (C8). */
  z.object({ type: z.literal('muted'), ssid: Ssid, muted: z.boolean() }),
  /** A song that the person waited for was declined (H9). */
  z.object({ type: z.literal('declined'), ssid: Ssid, title: z.string() }),
  /** The client may not follow this session any more. */
  z.object({ type: z.literal('gone'), ssid: Ssid, reason: RemovalReason }),
  z.object({ type: z.literal('clock'), sentMs: z.number(), nowTime: EpochMs }),
  /** A list of the user, or the state of a stage, has changed, and the client should request it again. */
  z.object({ type: z.literal('changed'), what: z.enum(['invites', 'friends', 'accounts', 'stage']) }),
  /** The progress of the imports of the person's playlists (L4). */
  z.object({ type: z.literal('playlists'), playlists: z.array(Playlist) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/**
 * Applies a message about people to the state of a session. The reasons in `votes` change too, because the number of
 * people limits how often songs can be overtaken (V4).
 */
export function withPeople<Shared extends SharedSession>(
  shared: Shared,
  { activeCount, listenerCount, skips, named, colours }: Omit<PeopleMessage, 'type' | 'ssid'>,
): Shared {
  const active = named ? [...shared.active.slice(0, named.from), ...named.users] : shared.active
  const bound = waitingBound(activeCount)
  const votes = shared.votes.map((vote) => ({ ...vote, why: withBound(vote.why, bound) }))
  return { ...shared, active, activeCount, listenerCount, skips, votes, ...(colours && { colours }) }
}

/**
 * Returns `why` with a new `bound`, which limits how often others can overtake the song. `mostBefore`, the largest
 * number of songs that play before it, changes with the bound.
 */
function withBound(why: SongPlace, bound: number): SongPlace {
  const { change, overtaken } = why
  if (change.mostBefore === undefined) return { ...why, bound }
  const missingTo = (bound: number): number => Math.max(0, bound - overtaken)
  const mostBefore = change.mostBefore - missingTo(why.bound) + missingTo(bound)
  return { ...why, bound, change: { ...change, mostBefore } }
}
