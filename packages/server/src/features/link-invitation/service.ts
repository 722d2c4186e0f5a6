import type { Invitation, InvitationQuery } from '@jointly/contract'
import { isOpenByLink, isOver } from '@jointly/domain'
import { type Attempt, limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { publicUsers } from '../../people/users.ts'
import { noInvitation } from '../../session/access/no-invitation.ts'
import { findSession, findSessionByCode, type StoredSession } from '../../session/access/session-store.ts'
import type { SessionContext } from '../../session/context.ts'
import { loadPlayback } from '../../session/playback/store.ts'
import { songById } from '../../songs/songs.ts'

const MINUTE_MS = 60_000
const LOOKUPS_PER_NETWORK: RateLimit = { name: 'invitation', attempts: 120, windowMs: MINUTE_MS }
/** Limits guesses of codes (J3). */
const WRONG_CODES_PER_NETWORK: RateLimit = { name: 'wrong-code', attempts: 20, windowMs: 10 * MINUTE_MS }

export type InvitationDeps = {
  sessions: Pick<SessionContext, 'db' | 'now' | 'presence'>
  limiter: RateLimiter
  /** Whether this server allows guests (G5). */
  guests: boolean
}

/**
 * Finds the session of a link or code, if everyone with the link may enter (J2). Lookups are limited for each
 * network (J3).
 * @param network of the client
 */
export async function findInvitation(
  deps: InvitationDeps,
  query: InvitationQuery,
  network: string,
): Promise<Invitation | Refusal> {
  const session = await findOpenSession(deps, query, network)
  return isRefused(session) ? session : presentInvitation(deps, session)
}

async function findOpenSession(
  { sessions: { db, now }, limiter }: InvitationDeps,
  { ssid = '', code }: InvitationQuery,
  network: string,
): Promise<StoredSession | Refusal> {
  const tooMany = await limit(limiter, [[LOOKUPS_PER_NETWORK, network]])
  if (tooMany) return tooMany
  if (code === undefined) return openOrRefused(await findSession(db, ssid, now()))
  const attempt: Attempt = [WRONG_CODES_PER_NETWORK, network]
  const refuseFor = (waitMs: number) => refuse('rate-limited', { retryAfterSec: waitMs / 1000 })
  const waitMs = await limiter.peek(attempt)
  if (waitMs > 0) return refuseFor(waitMs)
  const session = openOrRefused(await findSessionByCode(db, code, now()))
  // Wrong codes that were tried at the same moment may have reached the limit meanwhile. Then no answer may show whether
  // this code is right.
  const laterWaitMs = await (isRefused(session) ? limiter.consume(attempt) : limiter.peek(attempt))
  return laterWaitMs > 0 ? refuseFor(laterWaitMs) : session
}

function openOrRefused(session: StoredSession | undefined): StoredSession | Refusal {
  return session && isOpenByLink(session.policy) ? session : noInvitation
}

async function presentInvitation(
  { sessions: { db, now, presence }, guests }: InvitationDeps,
  { ssid, code, title, ownerId, ...session }: StoredSession,
): Promise<Invitation> {
  const [{ playing }, owners] = await Promise.all([loadPlayback(db, ssid), publicUsers(db, [ownerId])])
  const song = playing && !isOver(playing, now()) ? await songById(db, playing.songId) : undefined
  return {
    ssid,
    code,
    title,
    owner: owners.get(ownerId)?.username ?? '',
    song: song ? { title: song.title, artists: song.artists, cover: song.cover } : null,
    people: presence.count(ssid),
    guests: guests && session.guests,
    ...(!(guests && session.guests) && { guestsOff: guests ? 'session' : 'server' }),
  }
}
