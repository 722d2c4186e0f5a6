import { addingRefusal, type HostRules, type Role, type VoteRule } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { songsByIds } from '../../songs/songs.ts'
import { mayRefuse, type SongRefusal, type SongRefusals, songRefusals } from '../access/song-refusals.ts'
import { findMemberships, type Membership } from '../access/membership.ts'
import type { VoteKey } from './store.ts'

/** The answer for a song that is not stored on this server. The streaming service may know it (D1). */
export type UnknownSong = 'unknown-song'

/**
 * The answer for a user who may vote for a song.
 * - `upVoteRefusal`: why the session refuses the song, so that only down-votes are possible (F3, H5); otherwise null
 * - `role` and `rules`: they decide later whether the user may add the song or vote down (H2, H3, H4)
 */
export type VotePermission = { upVoteRefusal: Refusal | null; role: Role; rules: HostRules }

/**
 * Checks whether users may cast votes.
 * @param now epoch milliseconds
 * @returns a result for each vote, in their order
 */
export async function checkVotes(
  db: Db,
  votes: readonly (VoteKey & { isKnown: boolean })[],
  now: number,
): Promise<(VotePermission | Refusal | UnknownSong)[]> {
  const memberships = await membershipsOf(db, votes, now)
  const refusals = await refusalsBySession(db, memberships, votes)
  return votes.map(({ ssid, songId, isKnown }, index) => {
    const membership = memberships[index] ?? refuse('not-found')
    if (isRefused(membership)) return membership
    if (!isKnown) return 'unknown-song'
    const refusal = refusals.get(ssid)?.get(songId)
    const { role, rules } = membership
    return { upVoteRefusal: refusal ? refuseSong(refusal) : null, role, rules }
  })
}

/**
 * Finds the membership for each vote. The membership of a user is loaded once for all their votes, because it
 * contains the flavor, which may be large.
 */
async function membershipsOf(
  db: Db,
  votes: readonly VoteKey[],
  now: number,
): Promise<(Membership | Refusal)[]> {
  const keyOf = ({ ssid, userId }: VoteKey): string => `${ssid} ${userId}`
  const voters = new Map(votes.map((vote) => [keyOf(vote), vote]))
  const found = await findMemberships(db, [...voters.values()], now)
  const byVoter = new Map([...voters.keys()].map((key, index) => [key, found[index]]))
  return votes.map((vote) => byVoter.get(keyOf(vote)) ?? refuse('not-found'))
}

/**
 * Returns why the user may not add one more song (H2, H3). Null if the user may add it.
 * @param added how many listed songs the user has added already
 */
export function refuseAdding({ role, rules }: VotePermission, added: number): Refusal | null {
  const rule = addingRefusal(rules, { role, added })
  return rule && refuseByRule(rule)
}

export function refuseByRule(rule: VoteRule): Refusal {
  return refuse('rule', { rule })
}

/** Finds which of the voted songs each session refuses, by session id. */
async function refusalsBySession(
  db: Db,
  memberships: readonly (Membership | Refusal)[],
  votes: readonly VoteKey[],
): Promise<Map<string, SongRefusals>> {
  const sessions = new Map<string, { session: Membership; songIds: Set<string> }>()
  memberships.forEach((session, index) => {
    const songId = votes[index]?.songId
    if (isRefused(session) || songId === undefined) return
    const known = sessions.get(session.ssid) ?? { session, songIds: new Set() }
    known.songIds.add(songId)
    sessions.set(session.ssid, known)
  })
  // Sessions that refuse no song need no check of songs. `mayRefuse` runs once for each session, not for each vote,
  // because it reads the flavor, which may be large.
  for (const [ssid, { session }] of sessions) if (!mayRefuse(session)) sessions.delete(ssid)
  // The songs of all sessions are loaded with one query.
  const songs = await songsByIds(db, [
    ...new Set([...sessions.values()].flatMap(({ songIds }) => [...songIds])),
  ])
  const refusals = new Map<string, SongRefusals>()
  for (const [ssid, { session, songIds }] of sessions) {
    const voted = [...songIds].flatMap((id) => songs.get(id) ?? [])
    refusals.set(ssid, await songRefusals(db, session, voted))
  }
  return refusals
}

function refuseSong(refusal: SongRefusal): Refusal {
  if (refusal.kind === 'rule') return refuseByRule(refusal.rule)
  const { item } = refusal
  return refuse(
    'flavor',
    item ? { item: { kind: item.kind, id: item.id, label: item.name ?? item.title ?? item.id } } : {},
  )
}
