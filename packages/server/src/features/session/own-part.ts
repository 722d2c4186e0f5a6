import type { You } from '@jointly/contract'
import { isRefused, type Refused } from '../../refusal.ts'
import { createGroupCommit } from '../../db/group-commit.ts'
import { createPeopleAtOnce, type Visitor } from './people-at-once.ts'
import type { SessionDeps } from './ports.ts'
import { type Standing, standingsIn } from './standing.ts'

/** What is a person's own in a session (D2). */
export type OwnPart = {
  /** For someone whose standing is known. */
  of(stands: Standing, userId: string): Promise<You>
  /** What is theirs now, or why they may not see the session. What is asked at once is looked up at once. */
  now(ssid: string, userId: string): Promise<You | Refused>
}

export function createOwnPart(deps: SessionDeps): OwnPart {
  const { db, now, votes, playback } = deps
  const ask = createPeopleAtOnce<Visitor, You | Refused>(async (ssid, people) => {
    const userIds = [...people.keys()]
    const standings = await standingsIn(db, ssid, userIds, now())
    const [votesOf, wishers] = await Promise.all([
      votes.votesOfMany(db, ssid, userIds),
      playback.skipWishersAmong(db, ssid, userIds),
    ])
    const ownPart = (userId: string, stands: Standing | Refused): You | Refused =>
      isRefused(stands) ? stands : present(stands, votesOf.get(userId) ?? {}, wishers.has(userId))
    return new Map([...standings].map(([userId, stands]) => [userId, ownPart(userId, stands)]))
  })
  /** People of many sessions who poll at once. */
  const polls = createGroupCommit(async (people: readonly (Visitor & { stands: Standing })[]) => {
    const votesOf = await votes.votesOfEach(db, people)
    const wishes = await playback.wishSkip(db, people)
    return people.map(({ stands }, index) => present(stands, votesOf[index] ?? {}, wishes[index] ?? false))
  })
  return {
    of: (stands, userId) => polls.add({ stands, ssid: stands.ssid, userId }),
    now: (ssid, userId) => ask({ ssid, userId }),
  }
}

function present({ role, isFavorite }: Standing, votes: You['votes'], skip: boolean): You {
  return { role, votes, skip, favorite: isFavorite }
}
