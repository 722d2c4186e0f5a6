import * as z from 'zod/mini'
import { SessionCode, Ssid } from '../primitives.ts'
import { Song } from './song.ts'

/** What everyone with the link or code of an open session may see before they enter (J2). */
export const Invitation = z.object({
  ssid: Ssid,
  code: z.string(),
  title: z.string(),
  /** The name of the owner. */
  owner: z.string(),
  /** The song that plays. Null if none plays. */
  song: z.nullable(z.pick(Song, { title: true, artists: true, cover: true })),
  /** The number of people who are in the session now (S4). */
  people: z.int(),
  /** Whether people without an account may enter. */
  guests: z.boolean(),
  /** Where guests are switched off: in this session, or on the whole server (G5). Missing if guests may enter. */
  guestsOff: z.optional(z.enum(['session', 'server'])),
})
export type Invitation = z.infer<typeof Invitation>

/** Identifies a session by its link or by its code. Exactly one of them must be given. */
export const InvitationQuery = z
  .object({ ssid: z.optional(Ssid), code: z.optional(SessionCode) })
  .check(z.refine(({ ssid, code }) => (ssid === undefined) !== (code === undefined), 'required'))
export type InvitationQuery = z.infer<typeof InvitationQuery>
