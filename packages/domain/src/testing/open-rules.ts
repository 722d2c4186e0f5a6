import type { HostRules } from '../session/host-rules.ts'

/** The rules of a new session, which refuse nothing. */
export const openRules: HostRules = {
  adding: true,
  approve: false,
  songsPerPerson: 200,
  downVotes: true,
  explicit: true,
  maxMinutes: null,
  noRepeat: 0,
}
