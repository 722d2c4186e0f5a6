import { openRules } from './open-rules.ts'
import type { CurrentOptions, OptionsSaver } from '../session/decide-options-save.ts'
import type { ModeratorLevel } from '../session/role-permissions.ts'

export const OWNER = 'ann'
/** The options before a save. */
export const kitchen: CurrentOptions = {
  version: 1,
  title: 'Kitchen',
  skipPercent: 35,
  policy: 'link',
  guests: true,
  chat: true,
  ...openRules,
  fallback: null,
  flavor: { mode: 'disabled', selected: [] },
  mods: new Map<string, ModeratorLevel>([
    ['ben', 'manager'],
    ['cleo', 'relate'],
  ]),
  banned: new Set(['dan']),
}
export const owner: OptionsSaver = {
  person: OWNER,
  role: 'owner',
  owner: OWNER,
  managed: true,
  friends: new Set(['eva']),
  playlists: new Set(['party']),
  active: new Set(['ann', 'ben', 'cleo', 'eva']),
}
export const mods = (...rows: [string, ModeratorLevel | 'owner'][]) => ({
  mods: rows.map(([person, level]) => ({ person, level })),
})
