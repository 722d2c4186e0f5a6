import type { FlavorItem } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { type FlavorRefusals, flavorRefusalsById } from '../access/flavor.ts'
import { findMemberships, type Membership } from '../access/membership.ts'
import type { VoteKey } from './store.ts'

/** Means that the song is not stored on this server, but the streaming service may know it (D1). */
export type UnknownSong = 'unknown-song'

/**
 * Means that the user may vote. If the flavor (the session's song rules) refuses the song, `upVoteRefusal` is
 * set and only a down-vote is possible (F3).
 */
export type VotePermission = { upVoteRefusal: Refused | null }

/**
 * Checks whether users may cast votes.
 * @param now epoch milliseconds
 * @returns a result for each vote, in their order
 */
export async function checkVotes(
  db: Db,
  votes: readonly (VoteKey & { isKnown: boolean })[],
  now: number,
): Promise<(VotePermission | Refused | UnknownSong)[]> {
  const memberships = await findMemberships(db, votes, now)
  const refusals = await refusalsBySession(db, memberships, votes)
  return votes.map(({ ssid, songId, isKnown }, index) => {
    const membership = memberships[index] ?? refuse('not-found')
    if (isRefused(membership)) return membership
    if (!isKnown) return 'unknown-song'
    const item = refusals.get(ssid)?.get(songId)
    return { upVoteRefusal: item === undefined ? null : refuseByFlavor(item) }
  })
}

/**
 * Finds the songs that the flavors (song rules) of sessions refuse, by session. Only managed sessions have a
 * flavor (R1).
 */
async function refusalsBySession(
  db: Db,
  memberships: readonly (Membership | Refused)[],
  votes: readonly VoteKey[],
): Promise<Map<string, FlavorRefusals>> {
  const managed = new Map<string, Membership>()
  for (const membership of memberships)
    if (!isRefused(membership) && membership.managed) managed.set(membership.ssid, membership)
  const refusals = new Map<string, FlavorRefusals>()
  for (const [ssid, session] of managed) {
    const songIds = new Set(votes.filter((vote) => vote.ssid === ssid).map(({ songId }) => songId))
    refusals.set(ssid, await flavorRefusalsById(db, session, [...songIds]))
  }
  return refusals
}

function refuseByFlavor(item: FlavorItem | null): Refused {
  return refuse(
    'flavor',
    item ? { item: { kind: item.kind, id: item.id, label: item.name ?? item.title ?? item.id } } : {},
  )
}
