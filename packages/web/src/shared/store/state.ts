import '../api/zod-jitless.ts'
import { Account, CurrentLogin, Friend, Invite, Playlist, SessionAnswer, User, Vote } from '@jointly/contract'
import * as z from 'zod/mini'

/** What the player stores about one linked account, at the same index as in `accounts` (D5). */
export const AccountProps = z.object({
  device_id: z.nullable(z.string()),
  devices: z.array(z.object({ id: z.string(), name: z.string() })),
  /**
   * The measured delay of each device in milliseconds, by the id of the device. `here` is this browser, and
   * `prepared` is this browser with a preloaded song.
   */
  delays: z.optional(z.record(z.string(), z.number())),
})
export type AccountProps = z.infer<typeof AccountProps>

/** The open session. Its votes are a separate field of the state (spec section 4). */
export const JoinedSession = z.omit(SessionAnswer, { votes: true })
export type JoinedSession = z.infer<typeof JoinedSession>

/**
 * The whole client state, as one flat object (spec section 3). Each field is parsed separately, so that an invalid
 * field becomes empty and the other fields stay.
 */
export const ClientState = z.object({
  user: z.catch(z.nullable(User), null),
  active: z.catch(z.nullable(CurrentLogin), null),
  session: z.catch(z.nullable(JoinedSession), null),
  votes: z.catch(z.array(Vote), []),
  invites: z.catch(z.array(Invite), []),
  accounts: z.catch(z.array(Account), []),
  account_props: z.catch(z.array(AccountProps), []),
  playlists: z.catch(z.array(Playlist), []),
  friends: z.catch(z.array(Friend), []),
})
export type ClientState = z.infer<typeof ClientState>

/** The client state of a new browser. */
export const emptyState: ClientState = {
  user: null,
  active: null,
  session: null,
  votes: [],
  invites: [],
  accounts: [],
  account_props: [],
  playlists: [],
  friends: [],
}

/**
 * Parses the stored client state. If it is no valid JSON, returns the empty state. @param stored null if nothing is
 * stored
 */
export function parseState(stored: string | null): ClientState {
  try {
    return ClientState.parse(JSON.parse(stored ?? '{}'))
  } catch {
    return emptyState
  }
}
