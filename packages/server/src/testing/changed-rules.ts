import type { HostRules } from '@jointly/contract'

/** Rules of the host (H1). Every value is different from the default of a new session. */
export const changedRules: HostRules = {
  adding: false,
  songsPerPerson: 3,
  downVotes: false,
  explicit: false,
  maxMinutes: 8,
  noRepeat: 20,
  approve: true,
}
