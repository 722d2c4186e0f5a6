import type { Invite } from '@jointly/contract'

/**
 * Returns the sessions of friends (N3): the sessions to which the person was invited, and the sessions in which
 * friends are now. Playing sessions come first, then sessions with people in them.
 */
export const friendSessions = (invites: readonly Invite[]): Invite[] =>
  invites
    .filter(({ mode, friends }) => mode === 'invited' || friends !== undefined)
    .toSorted((one, other) => rankOf(one) - rankOf(other))

const rankOf = ({ playing, active }: Invite): number => (playing ? 0 : active > 0 ? 1 : 2)
