import type { HostRules } from '@jointly/contract'

/** For each rule of the host a value that differs from the first one (H1). */
export const changedRules: HostRules = {
  adding: false,
  songsPerPerson: 3,
  downVotes: false,
  explicit: false,
  maxMinutes: 8,
  noRepeat: 20,
  approve: true,
}
