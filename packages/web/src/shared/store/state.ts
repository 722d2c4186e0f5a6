import '../api/zod-jitless.ts'
import { Account, Active, Friend, Invite, Playlist, SessionAnswer, User, Vote } from '@jointly/contract'
import * as z from 'zod/mini'

/** The player settings for one linked account, at the same index as in `accounts` (D5). */
export const AccountProps = z.object({
  device_id: z.nullable(z.string()),
  devices: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The measured delay of each device in milliseconds. `here` is this browser. */
  delays: z.optional(z.record(z.string(), z.number())),
})
export type AccountProps = z.infer<typeof AccountProps>

/** The open session. Its votes are a separate field of the state (spec section 4). */
export const JoinedSession = z.omit(SessionAnswer, { votes: true })
export type JoinedSession = z.infer<typeof JoinedSession>

const shape = {
  user: z.nullable(User),
  active: z.nullable(Active),
  session: z.nullable(JoinedSession),
  votes: z.array(Vote),
  invites: z.array(Invite),
  accounts: z.array(Account),
  account_props: z.array(AccountProps),
  playlists: z.array(Playlist),
  friends: z.array(Friend),
}

/** The whole client state, as one flat object (spec section 3). */
export const ClientState = z.object(shape)
export type ClientState = z.infer<typeof ClientState>

/** The state of a new browser. */
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
 * Parses the stored state. Each field is parsed alone: one that is not valid becomes empty, and the others stay.
 *
 * @param stored the stored text, or null
 */
export function parseState(stored: string | null): ClientState {
  const fields = fieldsOf(stored)
  const read = <K extends keyof ClientState>(
    name: K,
    schema: z.ZodMiniType<ClientState[K]>,
  ): ClientState[K] => {
    const parsed = schema.safeParse(fields[name])
    return parsed.success ? parsed.data : emptyState[name]
  }
  return {
    user: read('user', shape.user),
    active: read('active', shape.active),
    session: read('session', shape.session),
    votes: read('votes', shape.votes),
    invites: read('invites', shape.invites),
    accounts: read('accounts', shape.accounts),
    account_props: read('account_props', shape.account_props),
    playlists: read('playlists', shape.playlists),
    friends: read('friends', shape.friends),
  }
}

function fieldsOf(stored: string | null): Record<string, unknown> {
  if (stored === null) return {}
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(stored))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
