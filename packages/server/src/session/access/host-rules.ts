import type { HostRules } from '@jointly/contract'

/** The columns of `sessions` with the rules of the host (H1). */
export const ruleColumns = [
  'adding',
  'songs_per_person',
  'down_votes',
  'explicit_songs',
  'max_minutes',
  'no_repeat',
  'approve',
] as const

type RuleRow = {
  adding: number
  songs_per_person: number
  down_votes: number
  explicit_songs: number
  max_minutes: number | null
  no_repeat: number
  approve: number
}

/** Reads the rules of the host from a row of `sessions`. */
export function rulesOf(row: RuleRow): HostRules {
  return {
    adding: row.adding === 1,
    songsPerPerson: row.songs_per_person,
    downVotes: row.down_votes === 1,
    explicit: row.explicit_songs === 1,
    maxMinutes: row.max_minutes,
    noRepeat: row.no_repeat,
    approve: row.approve === 1,
  }
}

/** Returns the columns of `sessions` that store the rules of the host. */
export function rowOfRules(rules: HostRules): RuleRow {
  return {
    adding: Number(rules.adding),
    songs_per_person: rules.songsPerPerson,
    down_votes: Number(rules.downVotes),
    explicit_songs: Number(rules.explicit),
    max_minutes: rules.maxMinutes,
    no_repeat: rules.noRepeat,
    approve: Number(rules.approve),
  }
}
