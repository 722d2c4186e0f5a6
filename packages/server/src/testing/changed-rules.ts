import type { HostRules } from '@jointly/contract'

/** Rules of the host that differ from those of a new session in every value (H1). */
export const changedRules: HostRules = {
  adding: false,
  songsPerPerson: 3,
  downVotes: false,
  explicit: false,
  maxMinutes: 8,
  noRepeat: 20,
  approve: true,
}
