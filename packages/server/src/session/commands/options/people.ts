import type { Options, OptionsBody } from '@jointly/contract'
import type { ModeratorLevel } from '@jointly/domain'
import { isRefused, type Refusal, refuse } from '../../../platform/refusal.ts'
import type { SessionContext } from '../../context.ts'
import { type MakeBody, type OptionsCall, saveMade } from './options.ts'
import type { StoredOptions } from './store.ts'

/**
 * Bans a person at once, or lifts the ban (S7).
 * @returns the new options
 */
export function setBan(
  context: SessionContext,
  call: OptionsCall,
  change: { id: string; banned: boolean },
): Promise<Options | Refusal> {
  const { id, banned } = change
  return saveForPerson(context, call, id, (stored, managed) => ({
    version: stored.version,
    banned: [...othersIn(stored.banned, id), ...(banned ? [{ user_id: id }] : [])],
    // A banned person loses their role, because nobody is moderator and banned at once (R3).
    ...(banned && managed && isModerator(stored, id) && { mods: levelsWithout(stored, id) }),
  }))
}

/**
 * Gives a person a role at once, or takes it away if `level` is null (S7).
 * @returns the new options
 */
export function setRole(
  context: SessionContext,
  call: OptionsCall,
  change: { id: string; level: ModeratorLevel | null },
): Promise<Options | Refusal> {
  const { id, level } = change
  return saveForPerson(context, call, id, (stored) => ({
    version: stored.version,
    mods: [...levelsWithout(stored, id), ...(level ? [{ user_id: id, level }] : [])],
  }))
}

/** Saves a change that concerns only one person. So the invalid field of a refusal is always the id of this person. */
async function saveForPerson(
  context: SessionContext,
  call: OptionsCall,
  id: string,
  makeBody: MakeBody,
): Promise<Options | Refusal> {
  const saved = await saveMade(context, call, makeBody)
  if (!isRefused(saved) || !saved.details.fields) return saved
  const [reason = 'invalid'] = Object.values(saved.details.fields)
  return refuse(saved.code, { ...saved.details, fields: { [id]: reason } })
}

const othersIn = (people: readonly { user_id: string }[], id: string): { user_id: string }[] =>
  people.flatMap(({ user_id }) => (user_id === id ? [] : [{ user_id }]))

const isModerator = ({ mods }: StoredOptions, id: string): boolean =>
  mods.some(({ user_id, level }) => user_id === id && level !== 'owner')

/**
 * Returns the levels of all moderators except the user `id`. The owner is left out too, because the owner need not be
 * listed (R2).
 */
const levelsWithout = ({ mods }: StoredOptions, id: string): NonNullable<OptionsBody['mods']> =>
  mods.flatMap(({ user_id, level }) => (user_id === id || level === 'owner' ? [] : [{ user_id, level }]))
