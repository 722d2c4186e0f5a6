import { isOver } from '@jointly/domain'
import { createGroupCommit } from '../../db/group-commit.ts'
import { transact } from '../../db/transact.ts'
import { isRefused, type Refused } from '../../refusal.ts'
import { friendsListChanged, listChangedFor } from './listeners.ts'
import { createPeopleAtOnce, type Visitor } from './people-at-once.ts'
import type { SessionDeps } from './ports.ts'
import { type Standing, standingsIn, standingsOf } from './standing.ts'
import { noteVisits } from './store.ts'

/** Those who connect within so many milliseconds come in together; whoever comes alone waits for nobody. */
const TOGETHER_MS = 20

type Arrival = Visitor & { stands: Standing }

export type Entering = {
  /** A poll: the person is here for the next 30 seconds (S4). */
  poll(ssid: string, userId: string): Promise<Standing | Refused>
  /** A live connection: the person is here while it stands (S4). Those who connect together are looked up together. */
  connect(ssid: string, userId: string, connectionId: string): Promise<Standing | Refused>
}

/** Lets people in, if the session does, and notes the visits that begin by it (S2, S4). */
export function createEntering(deps: SessionDeps): Entering {
  const { db, now, presence } = deps
  const standing = createPeopleAtOnce<Visitor, Standing | Refused>((ssid, people) =>
    standingsIn(db, ssid, [...people.keys()], now()),
  )
  /** People of many sessions who poll at once. */
  const polls = createGroupCommit((people: readonly Visitor[]) => standingsOf(db, people, now()))
  const arrive = createPeopleAtOnce<Arrival, Standing | Refused>((ssid, arrivals) =>
    arriveAll(deps, ssid, arrivals),
  )

  const untilOpen = createTurnstile(TOGETHER_MS)

  async function enter(visitor: Visitor, stands: Standing | Refused, appear: () => boolean) {
    if (isRefused(stands) || !appear()) return stands
    return arrive({ ...visitor, stands }).catch((error: unknown) => {
      // They have not come: else nobody would note it when they try again.
      presence.remove(visitor.ssid, visitor.userId)
      throw error
    })
  }

  return {
    async poll(ssid, userId) {
      const stands = await polls.add({ ssid, userId })
      return enter({ ssid, userId }, stands, () => presence.poll(ssid, userId))
    },
    async connect(ssid, userId, connectionId) {
      const visitor = { ssid, userId }
      await untilOpen()
      return enter(visitor, await standing(visitor), () => presence.connect(ssid, userId, connectionId))
    },
  }
}

/** Those who appeared in a session stay, unless they may not: then they were put out before anyone saw them. */
async function arriveAll(
  deps: SessionDeps,
  ssid: string,
  arrivals: ReadonlyMap<string, Arrival>,
): Promise<Map<string, Standing | Refused>> {
  // They may have been banned while they came: what puts people out did not see them then.
  const standings = await standingsIn(deps.db, ssid, [...arrivals.keys()], deps.now())
  const stayed: Arrival[] = []
  for (const arrival of arrivals.values()) {
    const stays = standings.get(arrival.userId)
    if (stays === undefined || isRefused(stays)) deps.presence.remove(ssid, arrival.userId)
    else stayed.push({ ...arrival, stands: stays })
  }
  await noteArrivals(deps, ssid, stayed)
  for (const { userId, stands } of stayed)
    standings.set(userId, { ...stands, isFavorite: stands.isFavorite || !stands.wasInside, wasInside: true })
  return standings
}

/** Visits begin: the session becomes a favorite, what runs is heard from here on, and a resting session wakes. */
async function noteArrivals(deps: SessionDeps, ssid: string, arrivals: readonly Arrival[]): Promise<void> {
  const [first] = arrivals
  if (!first) return
  const { title, policy } = first.stands
  const userIds = arrivals.map(({ userId }) => userId)
  const visitAt = deps.now()
  await transact(deps.db, async (trx) => {
    await noteVisits(trx, ssid, userIds, visitAt)
    const { playing } = await deps.playback.load(trx, ssid)
    const running = playing && !isOver(playing, visitAt) ? playing : null
    await deps.beginVisits(trx, { userIds, ssid, title, visitAt, running })
  })
  await deps.playback.wake(ssid)
  const isNew = ({ stands }: Arrival): boolean => !stands.wasInside
  listChangedFor(
    deps.bus,
    arrivals.filter(isNew).map(({ userId }) => userId),
  )
  if (policy === 'free') await friendsListChanged(deps, userIds)
}

/** Opens for the first at once, and for all who came since when so many milliseconds have passed. */
function createTurnstile(apartMs: number): () => Promise<void> {
  let openedAtMs = -Infinity
  let opening: Promise<void> | null = null
  return () => {
    const waitMs = openedAtMs + apartMs - performance.now()
    opening ??= new Promise<void>((resolve) => {
      setTimeout(resolve, Math.max(0, waitMs))
    }).then(() => {
      openedAtMs = performance.now()
      opening = null
    })
    return opening
  }
}
