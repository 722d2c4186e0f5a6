import { randomUUID } from 'node:crypto'
import type { NewSession, VotesPage, You } from '@jointly/contract'
import { DEFAULT_SKIP_PERCENT, isOver, policyOfNew } from '@jointly/domain'
import { transact } from '../../db/transact.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { createSharedBodies, type SharedBody, sessionAnswer, sessionMessage } from './bodies.ts'
import { LIBERAL } from './flavor.ts'
import { friendsListChanged, listChangedFor } from './listeners.ts'
import type { SessionDeps } from './ports.ts'
import { makeShared } from './shared.ts'
import { type Standing, standingIn } from './standing.ts'
import { deleteSession, holdOwned, insertSession, noteVisit, peopleListing, setFavorite } from './store.ts'
import { presentVotes } from './vote-list.ts'

/** What one person may own, so that nobody fills the server. */
const SESSIONS_PER_PERSON = 100
const tooManySessions = {
  message: `You have ${SESSIONS_PER_PERSON} sessions. Please delete one before you create another.`,
}

/** Sessions: making, opening, starring and deleting them. */
export function createSessions(deps: SessionDeps) {
  const { db, now, bus, presence } = deps
  const bodies = createSharedBodies(bus, (ssid) => makeShared(deps, ssid))

  const standing = (ssid: string, userId: string): Promise<Standing | Refused> =>
    standingIn(db, ssid, userId, now())

  const listChanged = (userId: string): void => listChangedFor(bus, [userId])

  /** Lets a person in, if the session does, and notes a visit that begins by it (S2, S4). */
  async function enter(ssid: string, userId: string, appear: () => boolean): Promise<Standing | Refused> {
    const stands = await standing(ssid, userId)
    if (isRefused(stands)) return stands
    if (!appear()) return stands
    // They may have been banned while they came: what puts people out did not see them then.
    const stays = await standing(ssid, userId)
    if (isRefused(stays)) {
      presence.remove(ssid, userId)
      return stays
    }
    await arrive(deps, stands, userId)
    if (!stands.wasInside) listChanged(userId)
    if (stands.policy === 'free') await friendsListChanged(deps, [userId])
    return { ...stands, isFavorite: stands.isFavorite || !stands.wasInside, wasInside: true }
  }

  async function you(ssid: string, userId: string, stands: Standing): Promise<You> {
    return {
      role: stands.role,
      votes: await deps.votes.votesOf(db, ssid, userId),
      skip: await deps.playback.wishesSkip(ssid, userId),
      favorite: stands.isFavorite,
    }
  }

  return {
    /** Makes a session, random until it is upgraded (S3). */
    async create(ownerId: string, { title, isPrivate }: NewSession): Promise<{ id: string } | Refused> {
      const ssid = randomUUID()
      const policy = policyOfNew(isPrivate)
      const flavor = JSON.stringify(LIBERAL)
      const session = { ssid, title, ownerId, policy, skipPercent: DEFAULT_SKIP_PERCENT, flavor }
      const refused = await transact(db, async (trx) => {
        if ((await holdOwned(trx, ownerId)) >= SESSIONS_PER_PERSON) return refuse('too-many', tooManySessions)
        await insertSession(trx, session, now())
        return null
      })
      if (refused) return refused
      listChanged(ownerId)
      return { id: ssid }
    },

    /** A poll: the person is here for the next 30 seconds (S4). */
    poll: (ssid: string, userId: string) => enter(ssid, userId, () => presence.poll(ssid, userId)),

    /** A live connection: the person is here while it stands (S4). */
    connect: (ssid: string, userId: string, connectionId: string) =>
      enter(ssid, userId, () => presence.connect(ssid, userId, connectionId)),

    /** What the person who polls sees of the session, and its tag (D2). */
    async answer(ssid: string, userId: string, stands: Standing) {
      const [shared, own] = await Promise.all([bodies.get(ssid), you(ssid, userId, stands)])
      return shared ? sessionAnswer(shared, own, now()) : refuse('not-found')
    },

    /** The vote list from an index on, for someone who takes part (D2). */
    async votes(ssid: string, userId: string, from: number): Promise<VotesPage | Refused> {
      const stands = await standing(ssid, userId)
      if (isRefused(stands)) return stands
      return presentVotes(deps, stands, await deps.playback.load(db, ssid), from)
    },

    /** The message with the newest shared part; null where the session is no more. */
    async message(ssid: string): Promise<Buffer | null> {
      const shared: SharedBody | null = await bodies.get(ssid)
      return shared && sessionMessage(ssid, shared, now())
    },

    /** Makes the shared part anew, in case a change was not heard. @returns whether there was one */
    review: bodies.review,

    /** What is the person's own, or why they may not see the session any more. */
    async you(ssid: string, userId: string): Promise<You | Refused> {
      const stands = await standing(ssid, userId)
      return isRefused(stands) ? stands : you(ssid, userId, stands)
    },

    /** Only the owner deletes; everyone inside is told (S6). */
    async remove(ssid: string, userId: string): Promise<Record<string, never> | Refused> {
      const stands = await standing(ssid, userId)
      if (isRefused(stands)) return stands
      if (stands.role !== 'owner') return refuse('forbidden')
      const listing = await transact(db, async (trx) => {
        await deps.playback.hold(trx, [ssid])
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

    close: () => bodies.close(),
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** A visit begins: the session becomes a favorite, what runs is heard from here on, and a resting session wakes. */
async function arrive(deps: SessionDeps, { ssid, title }: Standing, userId: string): Promise<void> {
  const visitAt = deps.now()
  await transact(deps.db, async (trx) => {
    await noteVisit(trx, ssid, userId, visitAt)
    const { playing } = await deps.playback.load(trx, ssid)
    const running = playing && !isOver(playing, visitAt) ? playing : null
    await deps.beginVisit(trx, { userId, ssid, title, visitAt, running })
  })
  await deps.playback.wake(ssid)
}
