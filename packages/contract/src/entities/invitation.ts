import * as z from 'zod/mini'
import { SessionCode, Ssid } from '../primitives.ts'
import { Song } from './song.ts'

/** What everyone who has the link or the code of an open session may see before they enter (J2). */
export const Invitation = z.object({
  ssid: Ssid,
  code: z.string(),
  title: z.string(),
  /** The name of the owner. */
  owner: z.string(),
  /** The song that plays; null if none does. */
  song: z.nullable(z.pick(Song, { title: true, artists: true, cover: true })),
  /** How many people are listening. */
  people: z.int(),
  /** Whether people without an account may enter. */
  guests: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** Names a session by exactly one of its link and its code. */
export const InvitationQuery = z
  .object({ ssid: z.optional(Ssid), code: z.optional(SessionCode) })
  .check(z.refine(({ ssid, code }) => (ssid === undefined) !== (code === undefined), 'required'))
export type InvitationQuery = z.infer<typeof InvitationQuery>
