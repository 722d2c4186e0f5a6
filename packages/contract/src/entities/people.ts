import * as z from 'zod/mini'
import { EpochMs, Ssid, UserId } from '../primitives.ts'
import { NowPlaying } from './session.ts'
import { Song } from './song.ts'
import { PictureId, PublicUser } from './user.ts'

/**
 * A row of the home list (I2). `own` and `favorite` rows are favorites, and `invited` rows are incoming.
 * - `uuid`, `session_uuid` and `ssid` contain the same id (S1).
 * - `invitedBy`: the person who invited the reader last. In a favorite, only if the reader has not entered it since.
 * - `friends`: the friends of the reader who are in the session now (I4). Missing if there are none.
 */
export const Invite = z.object({
  uuid: Ssid,
  session_uuid: Ssid,
  ssid: Ssid,
  title: z.string(),
  mode: z.enum(['own', 'favorite', 'invited']),
  managed: z.boolean(),
  active: z.int(),
  playing: z.boolean(),
  nowPlaying: NowPlaying,
  invitedBy: z.nullable(PublicUser),
  friends: z.optional(z.array(PublicUser)),
})
export type Invite = z.infer<typeof Invite>

export const InviteBody = z.object({ invitedID: UserId, ssid: Ssid })

export const FriendStatus = z.enum(['none', 'requested', 'asked', 'friends', 'self'])

/**
 * A friendship or an open request that `user1` sent to `user2` (N1). Without one, `user1` and `user2` are null.
 * `username` is the name of the other person.
 */
export const Friend = z.object({
  id: UserId,
  user1: z.nullable(UserId),
  user2: z.nullable(UserId),
  is_friend: z.boolean(),
  status: FriendStatus,
  username: z.string(),
  picture: z.optional(PictureId),
})
export type Friend = z.infer<typeof Friend>

/** The number of visits on one page of the timeline (D6). A shorter page is the last one. */
export const TIMELINE_PAGE_ENTRIES = 20

/** The maximum number of songs of one visit on the timeline (D6). */
export const TIMELINE_ENTRY_SONGS = 200

/**
 * One visit to a session. `songs` are the newest songs, and `songCount` counts all (D6). `description` names artists of
 * `songs`. It is HTML in which all texts of people are escaped (T1). `ssid` is null if the session was deleted.
 */
export const TimelineEntry = z.object({
  id: z.string(),
  ssid: z.nullable(Ssid),
  title: z.string(),
  description: z.string(),
  startTime: EpochMs,
  songs: z.array(Song),
  songCount: z.int(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
