import type { FlavorItem, Options, Share } from '@jointly/contract'
import { maySeeSection, type OptionsSection, type Role, type CurrentOptions } from '@jointly/domain'
import type { StoredOptions } from './store.ts'

/** Through whose eyes, and in which state of the session, options are shown. */
export type OptionsView = { role: Role; managed: boolean; share: Share | null }

/** The options as far as the person may see them (R2, D3). */
export function presentOptions(stored: StoredOptions, { role, managed, share }: OptionsView): Options {
  const { version, title, skipPercent, policy, flavor, mods, banned, managedUntil } = stored
  const sees = (section: OptionsSection) => maySeeSection(role, section, managed)
  return {
    version,
    managed,
    ...(role === 'owner' && managed && { managedUntil }),
    ...(sees('general') && { title, skipPercent }),
    ...(sees('policy') && { policy }),
    ...(sees('mods') && { mods }),
    ...(sees('flavor') && { flavor }),
    ...(sees('banned') && { banned }),
    ...(share && sees('share') && { share }),
  }
}

/** The same as the rules see them. */
export function standingOptions(stored: StoredOptions): CurrentOptions<FlavorItem> {
  const { version, title, skipPercent, policy, flavor, mods, banned } = stored
  return {
    version,
    title,
    skipPercent,
    policy,
    flavor,
    mods: new Map(mods.flatMap(({ user_id, level }) => (level === 'owner' ? [] : [[user_id, level]]))),
    banned: new Set(banned.map(({ user_id }) => user_id)),
  }
}
