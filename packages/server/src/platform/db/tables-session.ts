import type { Generated } from 'kysely'

/** Sessions with their members, roles, bans, chats, votes and big screens. */
export interface SessionTables {
  sessions: {
    id: string
    /** The session code (J1). Empty in an old session until a server starts and creates the code. */
    code: string
    title: string
    owner_id: string
    policy: 'strict' | 'invite' | 'link' | 'free'
    managed: number
    /** When a monthly upgrade ends (R5). Null if it has no end, or if the session is not managed. */
    managed_until: number | null
    skip_percent: number
    /** The flavor (the session's song rules) as JSON: `{mode, selected}` (F2). */
    flavor: string
    /** The version of the options (R4). */
    version: number
    /** 1 if guests may enter (G5). */
    guests: Generated<number>
    /** 1 if the session has a chat (C4). */
    chat: Generated<number>
    /** 1 if people without a role may add songs (H2). */
    adding: Generated<number>
    /** How many listed songs one person may have added (H3). */
    songs_per_person: Generated<number>
    /** 1 if down-votes count (H4). */
    down_votes: Generated<number>
    /** 1 if explicit songs may play (H5). */
    explicit_songs: Generated<number>
    /** How long a song may be, in minutes (H5). Null without a limit. */
    max_minutes: Generated<number | null>
    /** How many songs must play before the same song may play again (H5). */
    no_repeat: Generated<number>
    /** 1 if the songs of people without a role must be approved before they are listed (H9). */
    approve: Generated<number>
    /** The version of the list of songs that wait for approval (H9). Each change increases it. */
    waiting_version: Generated<number>
    /**
     * The account, the id and the title of the fallback playlist (H6). Null without a fallback playlist. The title is
     * stored here because it is still shown after the playlist was deleted.
     */
    fallback_account: Generated<string | null>
    fallback_playlist: Generated<string | null>
    fallback_title: Generated<string | null>
    created_at: number
  }
  /**
   * Everyone who was ever in a session. `favorite` is 1 after the first visit, and whenever the user stars the session
   * (I2).
   */
  members: {
    session_id: string
    user_id: string
    first_at: number
    /** When the user's last visit began. The user may still be in the session. */
    visit_at: number
    favorite: number
  }
  moderators: { session_id: string; user_id: string; level: 'manager' | 'operator' | 'relate'; since: number }
  bans: { session_id: string; user_id: string; since: number }
  /** Bans of guests who were deleted or became accounts, by the hash of the guest's device (G3). */
  banned_devices: { device_hash: string; session_id: string; since: number }
  /** Mutes of guests who were deleted or became accounts, by the hash of the guest's device (C8). */
  muted_devices: { device_hash: string; session_id: string; since: number }
  /**
   * Open invites. A second invite of the same user adds no row (I1). In a session with the policy `strict`, only
   * invites by the owner and managers count (S2).
   */
  invites: { session_id: string; user_id: string; inviter_id: string; invited_at: number }
  /**
   * The id of the last chat line in each session. A transaction that adds a line locks this row, so that lines are
   * committed in the order of their ids (C5).
   */
  chat_counters: { session_id: string; last_id: number }
  /**
   * The lines of the chats (C5). `id` starts at 1 in each session. `client_key` is a key from the client, so that a
   * repeated call does not store the line twice.
   */
  chat_lines: {
    session_id: string
    id: number
    user_id: string
    text: string
    sent_at: number
    client_key: string
  }
  /** The people who may not write in the chat of a session (C8). */
  chat_mutes: { session_id: string; user_id: string; since: number }
  /** Current votes. `direction` is 1 (up) or -1 (down), and `cast_at` is when the user chose this direction. */
  votes: { session_id: string; song_id: string; user_id: string; direction: number; cast_at: number }
  /** The vote list of each session with the votes per song. Its rows and `votes` change in the same transaction. */
  listed_songs: {
    session_id: string
    song_id: string
    upvotes: number
    downvotes: number
    /** The ids of some users whose up-votes count, separated by commas (U1). */
    voters: string
    /** The user with the oldest of the current up-votes for the song (V3). */
    behind_id: string | null
    first_vote_at: number
    overtaken: number
    /** The user who added the song (H3). Null if nobody has voted for the song yet, or if the user was deleted. */
    added_id: string | null
    negative_since: number | null
  }
  /** Songs that wait for approval (H9). There is one row for each person who added the song. */
  waiting_songs: { session_id: string; song_id: string; user_id: string; added_at: number }
  /**
   * Stages, which are big screens (X1). A stage has a code until it is paired, and then a session. If it has no code
   * and no session, its session was deleted, and a job deletes the row soon.
   */
  stages: {
    id: string
    secret_hash: string
    code: string | null
    code_expires_at: number
    session_id: string | null
    /** The number that is shown while the stage has no name. It is unique in the session (X10). */
    number: number
    /** The name that the owner or a manager gave to the stage. Null without a name. */
    name: string | null
    /** 1 if the stage plays the sound of the session (X5). */
    sound: number
    /** The encrypted refresh token of the stage's account at the streaming service. Empty without an account. */
    refresh_token: string
    paired_at: number
    /** When the stage was last used, precise to an hour. */
    used_at: number
  }
}
