import type { FlavorItem } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { VoteKey } from './store.ts'

export type FlavoredSession = { ssid: string; managed: boolean; flavor: string }

/** What the session says of those who vote and of what they vote for. */
export type AdmissionPort = {
  /** For each visitor the session, for one who may take part in it, or why they may not (S2, S5). */
  standings(
    db: Db,
    visitors: readonly { ssid: string; userId: string }[],
  ): Promise<readonly (FlavoredSession | Refused)[]>
  /** Those of these songs that a session's flavor refuses, each with the item that does (F3). */
  refusals(
    db: Db,
    session: FlavoredSession,
    songIds: readonly string[],
  ): Promise<ReadonlyMap<string, FlavorItem | null>>
}

/** The song is not known here; the provider may know it (D1). */
export type UnknownSong = 'unknown-song'

/** The vote may be cast; only not as an up-vote, where the flavor refuses the song (F3). */
export type Admitted = { refusedUp: Refused | null }

/** Whether votes may be cast: for each of them, in their order, asked for all at once. */
export async function admitVotes(
  db: Db,
  port: AdmissionPort,
  keys: readonly (VoteKey & { isKnown: boolean })[],
): Promise<(Admitted | Refused | UnknownSong)[]> {
  const standings = await port.standings(db, keys)
  const refusals = await refusalsBySession(db, port, standings, keys)
  return keys.map(({ ssid, songId, isKnown }, index) => {
    const stands = standings[index] ?? refuse('not-found')
    if (isRefused(stands)) return stands
    if (!isKnown) return 'unknown-song'
    const item = refusals.get(ssid)?.get(songId)
    return { refusedUp: item === undefined ? null : refuseByFlavor(item) }
  })
}

/** Flavors are rules of managed sessions (R1); only those are asked. */
async function refusalsBySession(
  db: Db,
  port: AdmissionPort,
  standings: readonly (FlavoredSession | Refused)[],
  keys: readonly VoteKey[],
): Promise<Map<string, ReadonlyMap<string, FlavorItem | null>>> {
  const managed = new Map<string, FlavoredSession>()
  for (const stands of standings) if (!isRefused(stands) && stands.managed) managed.set(stands.ssid, stands)
  const refusals = new Map<string, ReadonlyMap<string, FlavorItem | null>>()
  for (const [ssid, session] of managed) {
    const songIds = new Set(keys.filter((key) => key.ssid === ssid).map(({ songId }) => songId))
    refusals.set(ssid, await port.refusals(db, session, [...songIds]))
  }
  return refusals
}

function refuseByFlavor(item: FlavorItem | null): Refused {
  return refuse(
    'flavor',
    item ? { item: { kind: item.kind, id: item.id, label: item.name ?? item.title ?? item.id } } : {},
  )
}
