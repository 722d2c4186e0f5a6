import type { You } from '@jointly/contract'
import { isRefused, type Refused } from '../../platform/refusal.ts'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import type { SessionDeps } from '../ports.ts'
import type { Standing, Standings } from '../access/standing.ts'
import type { Visitor } from '../access/store.ts'

/** What is a person's own in a session (D2). What is asked at once, for whomever and wherever, is looked up at once. */
export type OwnPart = {
  /** For someone whose standing is known. */
  of(stands: Standing, userId: string): Promise<You>
  /** What is theirs now, or why they may not see the session. */
  now(ssid: string, userId: string): Promise<You | Refused>
}

type Known = Visitor & { readonly stands: Standing }

export function createOwnPart({ db, votes, playback }: SessionDeps, standings: Standings): OwnPart {
  const known = createGroupCommit(async (people: readonly Known[]) => {
    const votesOf = await votes.votesOfEach(db, people)
    const wishes = await playback.wishSkip(db, people)
    return people.map(({ stands }, index) => present(stands, votesOf[index] ?? {}, wishes[index] ?? false))
  })
  return {
    of: (stands, userId) => known.add({ stands, ssid: stands.ssid, userId }),
    async now(ssid, userId) {
      const stands = await standings.add({ ssid, userId })
      return isRefused(stands) ? stands : known.add({ stands, ssid, userId })
    },
  }
}

function present({ role, isFavorite }: Standing, votes: You['votes'], skip: boolean): You {
  return { role, votes, skip, favorite: isFavorite }
}
