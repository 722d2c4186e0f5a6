import type { ChatLine, ChatPage, NewChatLine } from '@jointly/contract'
import { mayMute, moderatesChat } from '@jointly/domain'
import { publicUsers } from '../../people/users.ts'
import {
  lockCallers,
  lockChat,
  lockConcernedUsers,
  lockSessionShared,
  lockSessions,
} from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { ScheduledJob } from '../../platform/lifecycle/ticker.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { findMembership, type Membership } from '../../session/access/membership.ts'
import type { SessionContext } from '../../session/context.ts'
import { limitLines } from './line-limits.ts'
import {
  authorOf,
  type ChatPerson,
  deleteLine,
  deleteOldLines,
  insertLine,
  isMuted,
  lastLineId,
  lineByKey,
  linesBefore,
  mutedPeopleOf,
  setMuted,
} from './store.ts'

/** The number of lines that one call returns. */
const PAGE_SIZE = 50

export type ChatContext = { sessions: SessionContext; limiter: RateLimiter }

/** Checks that the session has a chat, and that the person may enter and has entered the session (C4, C5). */
async function enterChat(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  { ssid, userId }: ChatPerson,
): Promise<Membership | Refusal> {
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  if (!membership.chat) return refuse('chat-off')
  return membership.wasInside ? membership : refuse('not-inside')
}

/**
 * Returns some lines of the chat, at most `PAGE_SIZE` (C6).
 * @param before the number of a line; only older lines are returned. Null for the newest lines
 */
export async function readChat(
  { sessions }: ChatContext,
  person: ChatPerson,
  before: number | null,
): Promise<ChatPage | Refusal> {
  const { db, now } = sessions
  const membership = await enterChat(sessions, person)
  if (isRefused(membership)) return membership
  const { ssid } = person
  // The number is read first. Otherwise a line that is stored between the two reads would be counted in `last` but
  // missing in `lines`.
  const last = await lastLineId(db, ssid)
  const found = await linesBefore(db, ssid, { before, limit: PAGE_SIZE + 1, now: now() })
  const { role } = membership
  return {
    lines: found.slice(-PAGE_SIZE),
    last,
    more: found.length > PAGE_SIZE,
    muted: role !== 'owner' && (await isMuted(db, person)),
    ...(moderatesChat(role) && { mutedPeople: await mutedPeopleOf(db, ssid) }),
  }
}

/** Adds a line to the chat and sends it to everyone in the session (C5, C6). */
export async function addLine(
  { sessions, limiter }: ChatContext,
  person: ChatPerson,
  input: NewChatLine,
): Promise<ChatLine | Refusal> {
  const { db, now, bus } = sessions
  const membership = await enterChat(sessions, person)
  if (isRefused(membership)) return membership
  const repeated = await lineByKey(db, person, input.key)
  const user = (await publicUsers(db, [person.userId])).get(person.userId)
  if (!user) return refuse('unauthenticated')
  if (repeated) return { ...repeated, user }
  const mayBeMuted = membership.role !== 'owner'
  // This check is before the limits, so that a muted person always gets the refusal `muted`.
  if (mayBeMuted && (await isMuted(db, person))) return refuse('muted')
  const tooMany = await limitLines(limiter, person)
  if (tooMany) return tooMany
  const at = now()
  const stored = await transact(db, (trx) => storeLine(trx, person, { ...input, at, mayBeMuted }))
  if (isRefused(stored)) return stored
  const line = { ...stored.line, user }
  if (stored.isNew) bus.publish({ type: 'chat', message: { type: 'chat', ssid: person.ssid, lines: [line] } })
  return line
}

type StoredLine = { line: Omit<ChatLine, 'user'>; isNew: boolean }

async function storeLine(
  trx: Trx,
  person: ChatPerson,
  { text, key, at, mayBeMuted }: NewChatLine & { at: number; mayBeMuted: boolean },
): Promise<StoredLine | Refusal> {
  const { ssid, userId } = person
  if (!(await lockSessionShared(trx, ssid))) return refuse('not-found')
  const refused = (await lockCallers(trx, [userId])).get(userId)
  if (refused) return refused
  await lockChat(trx, ssid)
  // In the meantime, the person may have been banned or muted, or the chat may have been switched off.
  const membership = await enterChat({ db: trx, now: () => at }, person)
  if (isRefused(membership)) return membership
  if (mayBeMuted && (await isMuted(trx, person))) return refuse('muted')
  // In the meantime, a retry of this call may have stored the line.
  const repeated = await lineByKey(trx, person, key)
  if (repeated) return { line: repeated, isNew: false }
  const id = await insertLine(trx, person, { text, key, at })
  return { line: { id, text, at }, isNew: true }
}

/** Deletes a line. The author of the line may delete it, and everyone who moderates the chat (C8). */
export async function removeLine(
  { sessions }: ChatContext,
  person: ChatPerson,
  id: number,
): Promise<Record<string, never> | Refusal> {
  const { ssid, userId } = person
  const isRemoved = await transact(sessions.db, async (trx) => {
    const membership = await lockModeration(trx, sessions.now, person)
    if (isRefused(membership)) return membership
    const author = await authorOf(trx, ssid, id)
    if (author !== userId && !moderatesChat(membership.role)) return refuse('forbidden')
    // If the line is deleted already, the call succeeds, because two people may delete a line at the same time.
    return deleteLine(trx, ssid, id)
  })
  if (isRefused(isRemoved)) return isRemoved
  if (isRemoved) sessions.bus.publish({ type: 'chat', message: { type: 'chat', ssid, deleted: [id] } })
  return {}
}

/** Locks the session, so that no role changes until the transaction ends, and checks that the person may enter. */
async function lockModeration(
  trx: Trx,
  now: () => number,
  person: ChatPerson,
): Promise<Membership | Refusal> {
  await lockSessions(trx, [person.ssid])
  return enterChat({ db: trx, now }, person)
}

/** A call that mutes a person or lets them write again. */
export type MuteCall = ChatPerson & { targetId: string; muted: boolean; network: string }

/** Mutes a person in the chat of a session, or lets them write again (C8). */
export async function mutePerson(
  { sessions }: ChatContext,
  { ssid, userId, targetId, muted, network }: MuteCall,
): Promise<Record<string, never> | Refusal> {
  const { db, now, bus, logSecurity } = sessions
  const target = { ssid, userId: targetId }
  const changed = await transact(db, async (trx) => {
    const membership = await lockModeration(trx, now, { ssid, userId })
    if (isRefused(membership)) return membership
    if (!moderatesChat(membership.role)) return refuse('forbidden')
    if (targetId === userId) return refuse('invalid', { fields: { userID: 'self' } })
    const existing = await lockConcernedUsers(trx, [targetId])
    if (isRefused(existing)) return existing
    if (!existing.has(targetId)) return refuse('not-found')
    const theirs = await findMembership(trx, ssid, targetId, now())
    const isInside = !isRefused(theirs) && theirs.wasInside
    // A person who left or was banned cannot be muted, but can be unmuted.
    if (muted && !isInside) return refuse('not-found')
    if (muted && isInside && !mayMute(membership.role, theirs.role)) return refuse('forbidden')
    await lockChat(trx, ssid)
    return setMuted(trx, target, muted, now())
  })
  if (isRefused(changed)) return changed
  if (!changed) return {}
  logSecurity({
    event: muted ? 'person.muted' : 'person.unmuted',
    ...{ userId, network, sessionId: ssid, targetId },
  })
  bus.publish({ type: 'person', userId: targetId, message: { type: 'muted', ssid, muted } })
  return {}
}

/** Creates the job that deletes lines after a day (C7). */
export function oldLinesJob({ db, now }: Pick<SessionContext, 'db' | 'now'>): ScheduledJob {
  return { everyMs: 10 * 60_000, run: () => deleteOldLines(db, now()) }
}
