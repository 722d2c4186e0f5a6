/** Sessions and who has to do with them. */
export interface SessionTables {
  sessions: {
    id: string
    title: string
    owner_id: string
    policy: 'strict' | 'invite' | 'link' | 'free'
    managed: number
    /** When a monthly upgrade ends (R5); null for one without end, and while not managed. */
    managed_until: number | null
    skip_percent: number
    /** JSON: `{mode, selected}` (F2). */
    flavor: string
    /** Counts the saved options (R4). */
    version: number
    created_at: number
  }
  /** Everyone who was ever inside; `favorite` is the star (I2). */
  members: {
    session_id: string
    user_id: string
    first_at: number
    /** When the running or last visit began. */
    visit_at: number
    favorite: number
  }
  moderators: { session_id: string; user_id: string; level: 'manager' | 'operator' | 'relate'; since: number }
  bans: { session_id: string; user_id: string; since: number }
  /** Inviting twice is one invite (I1); who invited decides whether it counts in a strict session (S2). */
  invites: { session_id: string; user_id: string; inviter_id: string; invited_at: number }
  /** Standing votes. `direction` is 1 or -1; `cast_at` is when it took its direction. */
  votes: { session_id: string; song_id: string; user_id: string; direction: number; cast_at: number }
  /** What the counted votes for a song come to, kept with `votes`: a row is a song on the list. */
  listed_songs: {
    session_id: string
    song_id: string
    upvotes: number
    downvotes: number
    /** The person of the oldest standing up-vote (V3). */
    behind_id: string | null
    first_vote_at: number
    overtaken: number
    negative_since: number | null
  }
}
