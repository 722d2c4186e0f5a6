import { BANNED_MAX, MODERATORS_MAX, type Options, type OptionsBody } from '@jointly/contract'
import {
  decideOptions,
  type OptionsSection,
  affectedPeople,
  roleOf,
  type CurrentOptions,
  type RequestedOptions,
} from '@jointly/domain'
import type { Trx } from '../../../platform/db/tables.ts'
import { lockChat, lockConcernedUsers, lockSessions } from '../../../platform/db/row-locks.ts'
import { transact } from '../../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../../platform/refusal.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import type { SecurityLog } from '../../../platform/log/security-log.ts'
import { friendIdsOf } from '../../../people/friends.ts'
import { findMembership, type Membership } from '../../access/membership.ts'
import type { SessionUser } from '../../access/session-store.ts'
import type { SessionContext } from '../../context.ts'
import { countPeopleChanges } from '../people-limit.ts'
import { hasLoaded, storeFallback } from '../../access/fallback-playlist.ts'
import { recountDownVoted, recountSongsOf } from '../../votes/recount.ts'
import { type EndedWishes, endDueWishes } from '../../votes/end-song-wishes.ts'
import { publishEndedWishes } from '../../votes/waiting.ts'
import { bumpWaiting, removeWishesOf } from '../../votes/waiting-store.ts'
import { applyOptions } from './effects.ts'
import { currentOptions, type OptionsView, presentOptions } from './present.ts'
import { findOptions, type StoredOptions, storeOptions } from './store.ts'

/**
 * A call about the options of a session. `share` creates the links for this client. `limiter` counts the people whom
 * the call changes (A4).
 */
export type OptionsCall = {
  ssid: string
  userId: string
  network: string
  share: OptionsView['share']
  limiter: RateLimiter
}

type SavedOptions = { stored: StoredOptions; membership: Membership; change: OptionsChange | null }
/**
 * A change of the options, the song wishes (wishes to add a song that must be approved) that it ended (H9), and the
 * users whose number of added songs it changed (H3).
 */
type OptionsChange = {
  before: CurrentOptions
  after: CurrentOptions
  ended: EndedWishes
  adders: readonly SessionUser[]
}

const tooManyModerators = refuse('too-many', {
  message: `A session has at most ${MODERATORS_MAX} people with a role. Please take a role away first.`,
})
const tooManyBanned = refuse('too-many', {
  message: `A session has at most ${BANNED_MAX} banned people. Please lift a ban first.`,
})

/** Returns the options that the user may see (R2, D3). */
export async function readOptions(
  { db, now }: SessionContext,
  { ssid, userId, share }: OptionsCall,
): Promise<Options | Refusal> {
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  const stored = await findOptions(db, ssid)
  return stored ? presentOptions(stored, { ...membership, share }) : refuse('not-found')
}

/** Returns the options to save. `saveMade` calls it with the stored options, while the session is locked. */
export type MakeBody = (stored: StoredOptions, managed: boolean) => OptionsBody

/**
 * Saves all changes or none (R2).
 * @returns the new options
 */
export function saveOptions(
  context: SessionContext,
  call: OptionsCall,
  body: OptionsBody,
): Promise<Options | Refusal> {
  return saveMade(context, call, () => body)
}

/**
 * Calls `makeBody` with the stored options, and saves the options that it returns: all changes or none (R2).
 * @returns the new options
 */
export async function saveMade(
  context: SessionContext,
  call: OptionsCall,
  makeBody: MakeBody,
): Promise<Options | Refusal> {
  const { db, now, presence } = context
  const { ssid, userId, share } = call
  // This check runs before the lock, so that refused users do not delay others.
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  const active = new Set(presence.active(ssid))
  const saved = await transact(db, async (trx) => {
    // If two users save at once, one of them waits here (R4).
    await lockSessions(trx, [ssid])
    return saveLocked(trx, call, { makeBody, active, now: now() })
  })
  if (isRefused(saved)) return saved
  if (saved.change) {
    const people = logChange(context.logSecurity, call, saved.change)
    await applyOptions(context, ssid, saved.change)
    await publishEndedWishes(context, saved.change.ended)
    await countPeopleChanges(call.limiter, userId, people)
  }
  return presentOptions(saved.stored, { ...saved.membership, share })
}

type Save = { makeBody: MakeBody; active: ReadonlySet<string>; now: number }

async function saveLocked(
  trx: Trx,
  { ssid, userId, share }: OptionsCall,
  { makeBody, active, now }: Save,
): Promise<SavedOptions | Refusal> {
  const membership = await findMembership(trx, ssid, userId, now)
  if (isRefused(membership)) return membership
  const stored = await findOptions(trx, ssid)
  if (!stored) return refuse('not-found')
  const { ownerId, role, managed } = membership
  const body = makeBody(stored, managed)
  // Only friends of the owner and of the saver may become moderators (R3).
  const friends = await friendIdsOf(trx, [ownerId, userId])
  const playlists = await sentPlaylists(trx, userId, body)
  const before = comparedOptions(stored, playlists)
  const existing = await lockConcernedUsers(trx, newlyNamed(before, body))
  if (isRefused(existing)) return existing
  const onlyExisting = (userIds: Iterable<string>) => new Set([...userIds].filter((id) => existing.has(id)))
  const decision = decideOptions(before, wantedOf(body), {
    ...{ person: userId, role, owner: ownerId, managed },
    ...{ friends: onlyExisting(friends), active: onlyExisting(active) },
    playlists,
  })
  switch (decision.kind) {
    case 'forbidden':
      return forbidden(decision.section)
    case 'stale':
      return refuse('stale', { current: presentOptions(stored, { role, managed, share }) })
    case 'invalid':
      return refuse('invalid', { fields: { ...decision.fields } })
    case 'save': {
      if (decision.changed.size === 0) return { stored, membership, change: null }
      if (isFull(before.mods, decision.options.mods, MODERATORS_MAX)) return tooManyModerators
      if (isFull(before.banned, decision.options.banned, BANNED_MAX)) return tooManyBanned
      return storeChange(trx, { membership, userId, now }, { before, after: decision.options })
    }
  }
}

/** Returns whether a save makes a list longer than it may be (R3). */
const isFull = (before: { size: number }, after: { size: number }, most: number): boolean =>
  after.size > Math.max(before.size, most)

/** Lists the people in the body who are not on the same list already. Only they are checked (R3). */
function newlyNamed(before: CurrentOptions, { mods = [], banned = [] }: OptionsBody): string[] {
  return [
    ...mods.filter(({ user_id }) => !before.mods.has(user_id)),
    ...banned.filter(({ user_id }) => !before.banned.has(user_id)),
  ].map(({ user_id }) => user_id)
}

/** Returns the id of the fallback playlist in the body, if the user has loaded this playlist (H6). Otherwise empty. */
async function sentPlaylists(trx: Trx, userId: string, { fallback }: OptionsBody): Promise<Set<string>> {
  return new Set(fallback && (await hasLoaded(trx, userId, fallback.id)) ? [fallback.id] : [])
}

/**
 * Returns the options that a save is compared with. A fallback playlist that is gone counts as none if the user sends
 * it and has loaded it, so that it can be chosen again (H6).
 */
function comparedOptions(stored: StoredOptions, playlists: ReadonlySet<string>): CurrentOptions {
  const current = currentOptions(stored)
  const { fallback } = stored
  const isLoadedAgain = fallback?.state === 'gone' && playlists.has(fallback.id)
  return isLoadedAgain ? { ...current, fallback: null } : current
}

async function storeChange(
  trx: Trx,
  { membership, userId, now }: { membership: Membership; userId: string; now: number },
  change: Pick<OptionsChange, 'before' | 'after'>,
): Promise<SavedOptions | Refusal> {
  const { ssid, ownerId, managed } = membership
  const { before, after } = change
  const { banned, lifted } = affectedPeople(before, after)
  // Waits for the lines that are being stored. So they are committed before the lines of a banned person are hidden (C9),
  // and before the chat is off (C4).
  if (banned.length > 0 || (before.chat && !after.chat)) await lockChat(trx, ssid)
  await storeOptions(trx, ssid, change, now)
  if (before.fallback !== after.fallback) await storeFallback(trx, { ssid, userId }, after.fallback)
  const adders = await recountSongsOf(trx, ssid, [...banned, ...lifted], now)
  if (before.downVotes !== after.downVotes) adders.push(...(await recountDownVoted(trx, ssid, now)))
  await bumpWaiting(trx, await removeWishesOf(trx, banned, ssid))
  // If a ban was lifted, the votes of that user count again. So a song may be listed now for which other users have a
  // song wish.
  const ended = await endDueWishes(trx, ssid, now)
  if (isRefused(ended)) return ended
  const stored = await findOptions(trx, ssid)
  if (!stored) return refuse('not-found')
  // The role is read again, because the user may have changed their own level.
  const role = roleOf({ isOwner: userId === ownerId, level: after.mods.get(userId) ?? null, managed })
  return { stored, membership: { ...membership, role }, change: { ...change, ended, adders } }
}

/** Logs each ban, lifted ban and changed role (A8). @returns the number of people whom the change is about */
function logChange(log: SecurityLog, { ssid, userId, network }: OptionsCall, change: OptionsChange): number {
  const { levels, banned, lifted } = affectedPeople(change.before, change.after)
  const by = { userId, network, sessionId: ssid }
  for (const targetId of banned) log({ event: 'person.banned', ...by, targetId })
  for (const targetId of lifted) log({ event: 'person.unbanned', ...by, targetId })
  for (const targetId of levels)
    log({ event: 'role.changed', ...by, targetId, role: change.after.mods.get(targetId) ?? null })
  return new Set([...banned, ...lifted, ...levels]).size
}

function wantedOf({ mods, banned, fallback, ...rest }: OptionsBody): RequestedOptions {
  return {
    ...rest,
    ...(fallback !== undefined && { fallback: fallback?.id ?? null }),
    mods: mods?.map(({ user_id, level }) => ({ person: user_id, level })),
    banned: banned?.map(({ user_id }) => user_id),
  }
}

const sectionTexts: Record<OptionsSection, string> = {
  general: 'the title and the skip threshold',
  policy: 'who may come in',
  guests: 'whether guests may come in',
  chat: 'whether there is a chat',
  rules: 'the rules of this session',
  mods: 'the moderators',
  flavor: 'the flavor',
  banned: 'who is banned',
  share: 'how it is shared',
}

function forbidden(section: OptionsSection): Refusal {
  return refuse('forbidden', {
    message: `You may not change ${sectionTexts[section]} here.`,
    fields: { [section]: 'forbidden' },
  })
}
