import { randomUUID } from 'node:crypto'
import type { NewSession, VotesPage } from '@jointly/contract'
import { DEFAULT_SKIP_PERCENT, defaultPolicy } from '@jointly/domain'
import { lockSessions, lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Prepared } from '../../platform/http/handle.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { SessionState } from '../../realtime/room.ts'
import { createSharedBodies, ownText, type OwnText, sessionAnswer, sessionState } from '../view/bodies.ts'
import { createEntering } from './entering.ts'
import { LIBERAL } from '../access/flavor.ts'
import { friendsListChanged, listChangedFor } from './listeners.ts'
import { createKeptOwnParts } from '../view/kept-own-parts.ts'
import { createOwnPart } from '../view/own-part.ts'
import type { SessionDeps } from '../ports.ts'
import { makeShared } from '../view/shared.ts'
import { createStandings, type Standing, standingIn } from '../access/standing.ts'
import { countOwned, deleteSession, insertSession, peopleListing, setFavorite } from '../access/store.ts'
import { createKeptRankings } from '../view/kept-rankings.ts'
import { presentPart, rankList } from '../view/vote-list.ts'

/** What one person may own, so that nobody fills the server. */
const SESSIONS_PER_PERSON = 100
const tooManySessions = {
  message: `You have ${SESSIONS_PER_PERSON} sessions. Please delete one before you create another.`,
}

/** Sessions: making, opening, starring and deleting them. */
export function createSessions(deps: SessionDeps) {
  const { db, now, bus, presence } = deps
  const bodies = createSharedBodies(bus, (ssid) => makeShared(deps, ssid))
  const standings = createStandings(db, now)
  const entering = createEntering(deps, standings)
  const own = createOwnPart(deps, standings)
  const kept = createKeptOwnParts(bus, now)
  const rankings = createKeptRankings()

  const standing = (ssid: string, userId: string): Promise<Standing | Refused> =>
    standingIn(db, ssid, userId, now())

  /** What is remembered as the own of a person who polls, and who was here before and goes on to be. */
  function hereBefore(ssid: string, userId: string): OwnText | null {
    const known = kept.recall(ssid, userId)
    return known && presence.renew(ssid, userId) ? known : null
  }

  /** What is the own of a person who polls, who is here by that for the next 30 seconds (S4). */
  async function ownOfPoll(ssid: string, userId: string): Promise<OwnText | Refused> {
    const known = hereBefore(ssid, userId)
    if (known) return known
    return kept.learn(ssid, userId, async () => {
      const stands = await entering.poll(ssid, userId)
      if (isRefused(stands)) return stands
      return { own: ownText(await own.of(stands, userId)), until: stands.managedUntil }
    })
  }

  const listChanged = (userId: string): void => listChangedFor(bus, [userId])

  return {
    /** Makes a session, random until it is upgraded (S3). */
    async create(ownerId: string, { title, isPrivate }: NewSession): Promise<{ id: string } | Refused> {
      const ssid = randomUUID()
      const policy = defaultPolicy(isPrivate)
      const flavor = JSON.stringify(LIBERAL)
      const session = { ssid, title, ownerId, policy, skipPercent: DEFAULT_SKIP_PERCENT, flavor }
      const refused = await transact(db, async (trx) => {
        // Who makes several at once takes turns, so that the count stays true.
        const [owner] = await lockUsers(trx, [ownerId])
        if (!owner) return refuse('unauthenticated')
        if ((await countOwned(trx, ownerId)) >= SESSIONS_PER_PERSON)
          return refuse('too-many', tooManySessions)
        await insertSession(trx, session, now())
        await deps.playback.insert(trx, ssid)
        return null
      })
      if (refused) return refused
      listChanged(ownerId)
      return { id: ssid }
    },

    poll: entering.poll,
    connect: entering.connect,

    /** The same as `look` at once, where all of it is remembered; null where something has to be looked up. */
    recall(ssid: string, userId: string): Prepared | null {
      const own = hereBefore(ssid, userId)
      const shared = own && bodies.recall(ssid)
      return shared && sessionAnswer(shared, own, now)
    },

    /** A poll: lets the person in, and tells what they see of the session, with its tag (S2, S4, D2). */
    async look(ssid: string, userId: string): Promise<Prepared | Refused> {
      const own = await ownOfPoll(ssid, userId)
      if (isRefused(own)) return own
      const shared = await bodies.recent(ssid)
      return shared ? sessionAnswer(shared, own, now) : refuse('not-found')
    },

    /** The vote list from an index on, for someone who takes part (D2). */
    async votes(ssid: string, userId: string, from: number): Promise<VotesPage | Refused> {
      const stands = await standing(ssid, userId)
      if (isRefused(stands)) return stands
      const shared = await bodies.recent(ssid)
      if (!shared) return refuse('not-found')
      const ranked = await rankings.of(shared, ssid, () => rankList(deps, stands))
      const { votes, voteCount } = await presentPart(db, ranked, from)
      return { votes, voteCount }
    },

    /** What everyone inside sees now; null where the session is no more. */
    async state(ssid: string): Promise<SessionState | null> {
      const shared = await bodies.get(ssid)
      return shared && sessionState(ssid, shared, now)
    },

    /** What is the person's own, or why they may not see the session any more. */
    you: own.now,

    /** Only the owner deletes; everyone inside is told (S6). */
    async remove(ssid: string, userId: string): Promise<Record<string, never> | Refused> {
      const stands = await standing(ssid, userId)
      if (isRefused(stands)) return stands
      if (stands.role !== 'owner') return refuse('forbidden')
      const listing = await transact(db, async (trx) => {
        await lockSessions(trx, [ssid])
        const listing = await peopleListing(trx, ssid)
        await deleteSession(trx, ssid)
        return listing
      })
      const inside = stands.policy === 'free' ? presence.active(ssid) : []
      bus.publish({ type: 'gone', ssid, userId: null, reason: 'deleted' })
      presence.forget(ssid)
      listChangedFor(bus, listing)
      await friendsListChanged(deps, inside)
      return {}
    },

    /** Sets or takes away the star (I2). Whoever was inside may take it away, even if the policy keeps them out now. */
    async favorite(
      ssid: string,
      userId: string,
      favorite: boolean,
    ): Promise<Record<string, never> | Refused> {
      const stands = favorite ? await standing(ssid, userId) : null
      if (isRefused(stands)) return stands
      const hadStar = await setFavorite(db, ssid, userId, favorite)
      if (!hadStar) return refuse(favorite ? 'not-inside' : 'not-found')
      bus.publish({ type: 'you', ssid, userId })
      listChanged(userId)
      return {}
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
