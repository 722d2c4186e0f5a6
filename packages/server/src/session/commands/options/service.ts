import type { Options, OptionsBody } from '@jointly/contract'
import {
  decideOptions,
  type OptionsSection,
  affectedPeople,
  roleOf,
  type CurrentOptions,
  type RequestedOptions,
} from '@jointly/domain'
import type { Trx } from '../../../platform/db/tables.ts'
import { lockSessions, lockUsersShared } from '../../../platform/db/row-locks.ts'
import { transact } from '../../../platform/db/transact.ts'
import { isRefused, type Refused, refuse } from '../../../platform/refusal.ts'
import type { SecurityLog } from '../../../platform/log/security-log.ts'
import type { SessionDeps } from '../../ports.ts'
import { type Standing, standingIn } from '../../access/standing.ts'
import { takeEffect } from './effects.ts'
import { presentOptions, standingOptions } from './present.ts'
import { findOptions, type StoredOptions, storeOptions } from './store.ts'

/** Who asks for the options of which session, at which origin they reached us and from which network. */
export type OptionsReader = { ssid: string; userId: string; origin: string; network: string }

/** The options of a session. */
export type SessionOptions = {
  /** As far as the person may see them (R2, D3). */
  read(reader: OptionsReader): Promise<Options | Refused>
  /** All or nothing (R2); @returns the options as they stand then */
  save(reader: OptionsReader, body: OptionsBody): Promise<Options | Refused>
}

/** What a save did. */
type Saved = { stored: StoredOptions; stands: Standing; change: Change | null }
type Change = { before: CurrentOptions; after: CurrentOptions }

export function createOptions(deps: SessionDeps): SessionOptions {
  const { db, now } = deps

  function present(stored: StoredOptions, { role, managed }: Standing, reader: OptionsReader): Options {
    const share = deps.share && deps.share(reader.ssid, reader.origin)
    return presentOptions(stored, { role, managed, share })
  }

  /** Decides and stores within a transaction that has locked the session, so that two who save at once take turns (R4). */
  async function saveWithin(
    trx: Trx,
    reader: OptionsReader,
    body: OptionsBody,
    active: ReadonlySet<string>,
  ): Promise<Saved | Refused> {
    const { ssid, userId } = reader
    const stands = await standingIn(trx, ssid, userId, now())
    if (isRefused(stands)) return stands
    const stored = await findOptions(trx, ssid)
    if (!stored) return refuse('not-found')
    const { ownerId, role, managed } = stands
    // Whom the owner and the person who saves may choose as moderators (R3).
    const friends = await deps.friendsOfAny(trx, [ownerId, userId])
    const before = standingOptions(stored)
    // Nobody is put on a list whose account is deleted at this moment.
    const named = [...(body.mods ?? []), ...(body.banned ?? [])].map(({ user_id }) => user_id)
    const existing = await lockUsersShared(trx, named)
    const among = (people: Iterable<string>) => new Set([...people].filter((id) => existing.has(id)))
    const saver = {
      ...{ person: userId, role, owner: ownerId, managed },
      ...{ friends: among(friends), active: among(active) },
    }
    const decision = decideOptions(before, wantedOf(body), saver)
    switch (decision.kind) {
      case 'forbidden':
        return forbidden(decision.section)
      case 'stale':
        return refuse('stale', { current: present(stored, stands, reader) })
      case 'invalid':
        return refuse('invalid', { fields: { ...decision.fields } })
      case 'save':
        if (decision.changed.size === 0) return { stored, stands, change: null }
        return store(trx, stands, userId, { before, after: decision.options })
    }
  }

  async function store(trx: Trx, stands: Standing, userId: string, change: Change): Promise<Saved | Refused> {
    const { ssid, ownerId, managed } = stands
    const { before, after } = change
    await storeOptions(trx, ssid, before, after, now())
    const { banned, lifted } = affectedPeople(before, after)
    await deps.votes.recountVotesOf(trx, ssid, [...banned, ...lifted], now())
    const stored = await findOptions(trx, ssid)
    if (!stored) return refuse('not-found')
    // Who saved may have taken their own level.
    const role = roleOf({ isOwner: userId === ownerId, level: after.mods.get(userId) ?? null, managed })
    return { stored, stands: { ...stands, role }, change }
  }

  return {
    async read(reader) {
      const { ssid, userId } = reader
      const stands = await standingIn(db, ssid, userId, now())
      if (isRefused(stands)) return stands
      const stored = await findOptions(db, ssid)
      return stored ? present(stored, stands, reader) : refuse('not-found')
    },

    async save(reader, body) {
      const { ssid, userId } = reader
      // Who may not be here makes nobody wait.
      const stands = await standingIn(db, ssid, userId, now())
      if (isRefused(stands)) return stands
      const active = new Set(deps.presence.active(ssid))
      const saved = await transact(db, async (trx) => {
        await lockSessions(trx, [ssid])
        return saveWithin(trx, reader, body, active)
      })
      if (isRefused(saved)) return saved
      if (saved.change) {
        logChange(deps.logSecurity, reader, saved.change)
        await takeEffect(deps, ssid, saved.change)
      }
      return present(saved.stored, saved.stands, reader)
    },
  }
}

/** Bans, lifted bans and changed roles, each as an event of its own (A8). */
function logChange(log: SecurityLog, { ssid, userId, network }: OptionsReader, change: Change): void {
  const { levels, banned, lifted } = affectedPeople(change.before, change.after)
  const by = { userId, network, sessionId: ssid }
  for (const targetId of banned) log({ event: 'person.banned', ...by, targetId })
  for (const targetId of lifted) log({ event: 'person.unbanned', ...by, targetId })
  for (const targetId of levels)
    log({ event: 'role.changed', ...by, targetId, role: change.after.mods.get(targetId) ?? null })
}

function wantedOf({ mods, banned, ...rest }: OptionsBody): RequestedOptions {
  return {
    ...rest,
    mods: mods?.map(({ user_id, level }) => ({ person: user_id, level })),
    banned: banned?.map(({ user_id }) => user_id),
  }
}

const wordsOfSection: Record<OptionsSection, string> = {
  general: 'the title and the skip threshold',
  policy: 'who may come in',
  mods: 'the moderators',
  flavor: 'the flavor',
  banned: 'who is banned',
  share: 'how it is shared',
}

function forbidden(section: OptionsSection): Refused {
  return refuse('forbidden', {
    message: `You may not change ${wordsOfSection[section]} here.`,
    fields: { [section]: 'forbidden' },
  })
}
