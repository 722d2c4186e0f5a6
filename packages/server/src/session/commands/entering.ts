import { isOver } from '@jointly/domain'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import { lockSessions, lockUsersShared } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { friendsListChanged, listChangedFor } from './listeners.ts'
import type { PlaybackPort, SessionDeps } from '../ports.ts'
import { type Standing, type Standings, standingsOf } from '../access/standing.ts'
import { noteVisits, type Visitor } from '../access/store.ts'

/** Those who connect within so many milliseconds come in together; whoever comes alone waits for nobody. */
const TOGETHER_MS = 20

export type EnteringDeps = Pick<
  SessionDeps,
  'db' | 'now' | 'bus' | 'presence' | 'beginVisits' | 'friendsOfAny'
> & {
  playback: Pick<PlaybackPort, 'load' | 'wake'>
}

type Arrival = Visitor & { readonly stands: Standing }

export type Entering = {
  /** A poll: the person is here for the next 30 seconds (S4). */
  poll(ssid: string, userId: string): Promise<Standing | Refused>
  /** A live connection: the person is here while it stands (S4). */
  connect(ssid: string, userId: string, connectionId: string): Promise<Standing | Refused>
}

/**
 * Lets people in, if the session does, and notes the visits that begin by it (S2, S4). Those who come together are looked
 * up together, and noted together.
 */
export function createEntering(deps: EnteringDeps, standings: Standings): Entering {
  const { presence } = deps
  const arrivals = createGroupCommit((visitors: readonly Visitor[]) => arriveAll(deps, visitors))
  const untilOpen = createTurnstile(TOGETHER_MS)

  /** @param appear tells whether they were not here before */
  async function enter(visitor: Visitor, appear: () => boolean): Promise<Standing | Refused> {
    const stands = await standings.add(visitor)
    if (isRefused(stands) || !appear()) return stands
    return arrivals.add(visitor).catch((error: unknown) => {
      // They have not come: else nobody would note it when they try again.
      presence.remove(visitor.ssid, visitor.userId)
      throw error
    })
  }

  return {
    poll: (ssid, userId) => enter({ ssid, userId }, () => presence.poll(ssid, userId)),
    async connect(ssid, userId, connectionId) {
      await untilOpen()
      return enter({ ssid, userId }, () => presence.connect(ssid, userId, connectionId))
    },
  }
}

/** Those who appeared in sessions stay, unless they may not: then they were put out before anyone saw them. */
async function arriveAll(deps: EnteringDeps, visitors: readonly Visitor[]): Promise<(Standing | Refused)[]> {
  // They may have been banned while they came: what puts people out did not see them then.
  const standings = await standingsOf(deps.db, visitors, deps.now())
  const admitted = visitors.flatMap(({ ssid, userId }, index): Arrival[] => {
    const stands = standings[index]
    return stands === undefined || isRefused(stands) ? [] : [{ ssid, userId, stands }]
  })
  const stayed = new Map<string, ReadonlySet<string>>()
  for (const [ssid, together] of Map.groupBy(admitted, ({ ssid }) => ssid))
    stayed.set(ssid, await noteArrivals(deps, ssid, together))
  return visitors.map(({ ssid, userId }, index) => {
    const stands = standings[index] ?? refuse('not-found')
    if (!isRefused(stands) && stayed.get(ssid)?.has(userId))
      return { ...stands, isFavorite: stands.isFavorite || !stands.wasInside, wasInside: true }
    deps.presence.remove(ssid, userId)
    return isRefused(stands) ? stands : refuse('not-found')
  })
}

/**
 * Begins visits: makes the session a favorite, notes the current song in the timelines, and wakes a resting session.
 *
 * @returns who came: nobody whose account is gone, and nobody at all where the session is
 */
async function noteArrivals(
  deps: EnteringDeps,
  ssid: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlySet<string>> {
  const [first] = arrivals
  if (!first) return new Set()
  const { title, policy } = first.stands
  const visitAt = deps.now()
  const arrived = await transact(deps.db, async (trx) => {
    const [session] = await lockSessions(trx, [ssid])
    if (session === undefined) return new Set<string>()
    const present = await lockUsersShared(
      trx,
      arrivals.map(({ userId }) => userId),
    )
    const userIds = [...present]
    if (userIds.length === 0) return present
    await noteVisits(trx, ssid, userIds, visitAt)
    const { playing } = await deps.playback.load(trx, ssid)
    const running = playing && !isOver(playing, visitAt) ? playing : null
    await deps.beginVisits(trx, { userIds, ssid, title, visitAt, running })
    return present
  })
  if (arrived.size === 0) return arrived
  await deps.playback.wake(ssid)
  const isNew = ({ stands }: Arrival): boolean => !stands.wasInside
  listChangedFor(
    deps.bus,
    arrivals.filter(isNew).map(({ userId }) => userId),
  )
  if (policy === 'free') await friendsListChanged(deps, [...arrived])
  return arrived
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
