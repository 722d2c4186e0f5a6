import { ActiveUsers } from './active-users.ts'

const NONE: readonly string[] = []

/**
 * Why a user is active on this server: live connections, or a poll. The poll keeps the user active until `until`, in
 * epoch milliseconds.
 */
export type LocalPresence = {
  until: number
  connections: readonly string[]
  /** The connections on which the user plays no sound. */
  silentConnections: readonly string[]
  /** Whether the user plays no sound while they have no connection. */
  isSilentPoll: boolean
}

/** Creates a presence with neither a connection nor a poll. */
export const newLocalPresence = (): LocalPresence => ({
  until: 0,
  connections: NONE,
  silentConnections: NONE,
  isSilentPoll: false,
})

/** Returns whether a user plays no sound on this server. If the user has connections, the poll does not count. */
export const isSilent = ({ connections, silentConnections, isSilentPoll }: LocalPresence): boolean =>
  connections.length > 0 ? silentConnections.length === connections.length : isSilentPoll

/** Sets whether the user plays sound with the client of one connection. */
export function setConnectionSound(presence: LocalPresence, connectionId: string, hasSound: boolean): void {
  const others = presence.silentConnections.filter((id) => id !== connectionId)
  if (hasSound) presence.silentConnections = others.length === 0 ? NONE : others
  else presence.silentConnections = [...others, connectionId]
}

/** Who is active in one session. */
export type SessionPresence = {
  /** The active users on all servers. */
  readonly users: ActiveUsers
  /** For each user who is active on this server, the live connections or the poll that keep the user active. */
  readonly localUsers: Map<string, LocalPresence>
  /** No user becomes inactive before this time, in epoch milliseconds. Until then, nobody has to be checked. */
  noEndBefore: number
}

export const newSessionPresence = (): SessionPresence => ({
  users: new ActiveUsers(),
  localUsers: new Map(),
  noEndBefore: 0,
})
