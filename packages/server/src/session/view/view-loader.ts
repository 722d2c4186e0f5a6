import type { VotesPage } from '@jointly/contract'
import type { CachedBody } from '../../platform/http/send-answer.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { findMembership } from '../access/membership.ts'
import type { SessionContext } from '../context.ts'
import type { Arrivals } from '../arrivals/arrivals.ts'
import { createAvatarColours } from './avatar-colours.ts'
import { createPersonalViewCache } from './personal-view-cache.ts'
import type { PersonalViews } from './personal-view.ts'
import { createRankingCache } from './ranking-cache.ts'
import {
  createSharedBodyCache,
  type PersonalBody,
  personalBody,
  sessionAnswer,
  type SessionState,
  sessionState,
} from './shared-body.ts'
import { makeSharedView } from './shared-view.ts'
import { presentVotes, rankVoteList } from './vote-list.ts'

/** Loads or makes the views of sessions, with caches. */
export type ViewLoader = {
  /**
   * Answers a poll: the user enters, and the answer has the shared and the personal view (S2, S4, D2). A cached answer
   * is returned at once.
   * @param hasSound whether the user plays sound (K1)
   */
  poll(ssid: string, userId: string, hasSound: boolean): CachedBody | Promise<CachedBody | Refusal>
  /** Answers a poll from the cache. Null if a part of the answer is not cached. */
  pollCached(ssid: string, userId: string, hasSound?: boolean): CachedBody | null
  /** Returns the songs of the vote list from the index `from` on (D2). */
  votesPage(ssid: string, userId: string, from: number): Promise<VotesPage | Refusal>
  /** Returns the shared view for live connections. Null if the session does not exist. */
  state(ssid: string): Promise<SessionState | null>
}

export function createViewLoader(
  context: SessionContext,
  arrivals: Arrivals,
  personalViews: PersonalViews,
): ViewLoader {
  const { db, now, bus, presence } = context
  const colours = createAvatarColours(db)
  const bodies = createSharedBodyCache(bus, (ssid) => makeSharedView(context, ssid, colours))
  const personal = createPersonalViewCache(bus, now)
  const rankings = createRankingCache()

  /**
   * Returns the cached personal view and keeps the user active. Null if the view is not cached or the user is
   * not active.
   */
  function cachedPersonal(ssid: string, userId: string, hasSound: boolean): PersonalBody | null {
    const cached = personal.get(ssid, userId)
    return cached && presence.renew(ssid, userId, hasSound) ? cached : null
  }

  function loadPersonal(ssid: string, userId: string, hasSound: boolean): Promise<PersonalBody | Refusal> {
    return personal.load(ssid, userId, async () => {
      const membership = await arrivals.poll(ssid, userId, hasSound)
      if (isRefused(membership)) return membership
      const body = personalBody(await personalViews.ofMember(membership, userId))
      return { body, validUntil: membership.managedUntil }
    })
  }

  function pollCached(ssid: string, userId: string, hasSound = true): CachedBody | null {
    const own = cachedPersonal(ssid, userId, hasSound)
    const shared = own && bodies.peekRecent(ssid)
    return shared && sessionAnswer(shared, own, now)
  }

  async function pollFresh(ssid: string, userId: string, hasSound: boolean): Promise<CachedBody | Refusal> {
    const own = cachedPersonal(ssid, userId, hasSound) ?? (await loadPersonal(ssid, userId, hasSound))
    if (isRefused(own)) return own
    const shared = await bodies.getRecent(ssid)
    return shared ? sessionAnswer(shared, own, now) : refuse('not-found')
  }

  return {
    pollCached,
    poll: (ssid, userId, hasSound) => pollCached(ssid, userId, hasSound) ?? pollFresh(ssid, userId, hasSound),

    async votesPage(ssid, userId, from) {
      const membership = await findMembership(db, ssid, userId, now())
      if (isRefused(membership)) return membership
      const shared = await bodies.getRecent(ssid)
      if (!shared) return refuse('not-found')
      const ranked = await rankings.getOrMake(shared, ssid, () => rankVoteList(context, membership))
      const { votes, voteCount, voters } = await presentVotes(db, ranked, { from })
      return { votes, voteCount, voters }
    },

    async state(ssid) {
      const shared = await bodies.getNewest(ssid)
      return shared && sessionState(ssid, shared, now)
    },
  }
}
