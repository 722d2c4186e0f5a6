import type { Role } from './role-permissions.ts'

/** The rules of a session that its host sets in the options (H1). */
export interface HostRules {
  /** Whether people without a role may add songs (H2). */
  readonly adding: boolean
  /** Whether songs of people without a role wait until somebody approves them (H9). */
  readonly approve: boolean
  /** How many listed songs one person may have added (H3). */
  readonly songsPerPerson: number
  /** Whether down-votes count (H4). */
  readonly downVotes: boolean
  /** Whether explicit songs may play (H5). */
  readonly explicit: boolean
  /** The longest length of a song in minutes (H5). Null without a limit. */
  readonly maxMinutes: number | null
  /** How many other songs must be chosen before a song may play again (H5). */
  readonly noRepeat: number
}

/** The names of the rules, in the order of the options screen. */
export const hostRuleNames = [
  'adding',
  'approve',
  'songsPerPerson',
  'downVotes',
  'explicit',
  'maxMinutes',
  'noRepeat',
] as const satisfies readonly (keyof HostRules)[]

/** The largest values of the rules (H1). */
export const hostRuleLimits = { songsPerPerson: 200, maxMinutes: 120, noRepeat: 100 } as const

/** Why a session refuses a song for everyone (H5). */
export const songRules = ['explicit', 'length', 'repeat'] as const
export type SongRule = (typeof songRules)[number]

/** Why a person may not add a song (H2, H3). */
export const addingRules = ['locked', 'limit'] as const
export type AddingRule = (typeof addingRules)[number]

/** Why the rules of a session refuse a vote. The list is closed. */
export const voteRules = [...songRules, ...addingRules, 'down-votes'] as const
export type VoteRule = (typeof voteRules)[number]

const MINUTE_MS = 60_000

/** What the rules must know about a song. */
export interface RuledSong {
  readonly explicit: boolean
  readonly durationMs: number
  /** How many songs ago this song was chosen: 1 for the last chosen song. Null if it was not chosen recently. */
  readonly chosenAgo: number | null
}

/** Returns the rule that refuses a song for everyone (H5). Null if the song may play. */
export function refusingRule(rules: HostRules, song: RuledSong): SongRule | null {
  if (!rules.explicit && song.explicit) return 'explicit'
  if (rules.maxMinutes !== null && song.durationMs > rules.maxMinutes * MINUTE_MS) return 'length'
  if (song.chosenAgo !== null && song.chosenAgo <= rules.noRepeat) return 'repeat'
  return null
}

/** Returns whether one of the rules can refuse songs for everyone (H5). If not, no song needs a check. */
export function refusesSongs({ explicit, maxMinutes, noRepeat }: HostRules): boolean {
  return !explicit || maxMinutes !== null || noRepeat > 0
}

/**
 * Returns why a person may not add a song (H2, H3). Null if the person may.
 * @param added how many listed songs the person has added
 */
export function addingRefusal(
  { adding, songsPerPerson }: Pick<HostRules, 'adding' | 'songsPerPerson'>,
  { role, added }: { readonly role: Role; readonly added: number },
): AddingRule | null {
  if (!adding && role === 'guest') return 'locked'
  return added >= songsPerPerson ? 'limit' : null
}

/** Returns whether a song that a person adds waits until somebody approves it (H9). */
export function mustWait({ approve }: Pick<HostRules, 'approve'>, role: Role): boolean {
  return approve && role === 'guest'
}

/** Picks the rules from options. */
export function hostRulesIn({
  adding,
  approve,
  songsPerPerson,
  downVotes,
  explicit,
  maxMinutes,
  noRepeat,
}: HostRules): HostRules {
  return { adding, approve, songsPerPerson, downVotes, explicit, maxMinutes, noRepeat }
}
