import * as z from 'zod/mini'
import { Playlist } from './entities/account.ts'
import { SharedSession, You } from './entities/session.ts'
import { EpochMs, Ssid } from './primitives.ts'

/** Address of the WebSocket. */
export const LIVE_PATH = '/api/live'

/** Close codes of the live connection. */
export const liveClose = {
  unauthenticated: 4401,
  helloTimeout: 4408,
  malformed: 4400,
  tooMany: 4429,
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

/** What the server says; every message about a session names it. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('session'), ssid: Ssid, session: SharedSession }),
  z.object({ type: z.literal('you'), ssid: Ssid, you: You }),
  /** The session may no longer be listened to: it was deleted, or this person may not be here. */
  z.object({
    type: z.literal('gone'),
    ssid: Ssid,
    reason: z.enum(['deleted', 'banned', 'policy', 'not-found']),
  }),
  z.object({ type: z.literal('clock'), sentMs: z.number(), nowTime: EpochMs }),
  /** The lists named here changed and are worth fetching. */
  z.object({ type: z.literal('changed'), what: z.enum(['invites', 'friends', 'accounts']) }),
  /** Import progress of the person's playlists (L4). */
  z.object({ type: z.literal('playlists'), playlists: z.array(Playlist) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
