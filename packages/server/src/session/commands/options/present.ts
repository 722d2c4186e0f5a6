import type { FlavorItem, Options, Share } from '@jointly/contract'
import {
  hostRulesIn,
  maySeeSection,
  type OptionsSection,
  type Role,
  type CurrentOptions,
} from '@jointly/domain'
import type { StoredOptions } from './store.ts'

/** What decides which options are shown: the user's role, whether the session is managed, and the share links. */
export type OptionsView = {
  role: Role
  managed: boolean
  share: (session: Pick<StoredOptions, 'code' | 'policy'>) => Share
}

/** Returns the options that the user may see (R2, D3). */
export function presentOptions(stored: StoredOptions, { role, managed, share }: OptionsView): Options {
  const { version, title, skipPercent, policy, guests, chat, flavor, mods, banned, managedUntil } = stored
  const sees = (section: OptionsSection) => maySeeSection(role, section, managed)
  return {
    version,
    managed,
    ...(role === 'owner' && managed && { managedUntil }),
    ...(sees('general') && { title, skipPercent }),
    ...(sees('policy') && { policy }),
    ...(sees('guests') && { guests }),
    ...(sees('chat') && { chat }),
    ...(sees('rules') && { ...hostRulesIn(stored), fallback: stored.fallback }),
    ...(sees('mods') && { mods }),
    ...(sees('flavor') && { flavor }),
    ...(sees('banned') && { banned }),
    ...(sees('share') && { share: share(stored) }),
  }
}

/** Converts stored options to the form that the rules use. */
export function currentOptions(stored: StoredOptions): CurrentOptions<FlavorItem> {
  const { version, title, skipPercent, policy, guests, chat, flavor, mods, banned } = stored
  return {
    version,
    title,
    skipPercent,
    policy,
    guests,
    chat,
    ...hostRulesIn(stored),
    fallback: stored.fallback?.id ?? null,
    flavor,
    mods: new Map(mods.flatMap(({ user_id, level }) => (level === 'owner' ? [] : [[user_id, level]]))),
    banned: new Set(banned.map(({ user_id }) => user_id)),
  }
}
