import type { Generated } from 'kysely'

/** Current, announced and past songs of sessions, and who was there. */
export interface PlaybackTables {
  /**
   * What plays in each session: one row per session. The columns of the current song are null while nothing plays,
   * and the `next_` columns are null while no song is announced.
   */
  playbacks: {
    session_id: string
    /**
     * The version of this row. Each update increases it by one, so that only one of several concurrent updates
     * succeeds (P4).
     */
    move: number
    /** How many songs were chosen in the session so far. The first chosen song has the turn 1 (V3). */
    turn: number
    song_id: string | null
    start_at: number | null
    duration_ms: number | null
    by_id: string | null
    chosen: 'vote' | 'random' | 'fallback' | null
    next_song_id: string | null
    next_start_at: number | null
    next_duration_ms: number | null
    next_by_id: string | null
    next_chosen: 'vote' | 'random' | 'fallback' | null
    /** When the song was paused, in epoch milliseconds (H8). Null while the song runs. */
    paused_at: number | null
    paused_by: string | null
    /**
     * When this row must change next, for example because a song ends, in epoch milliseconds. Null while
     * nothing is planned (P6).
     */
    due_at: number | null
    /** When a user was last active in the session while a stage with sound was connected (X6). */
    attended_at: Generated<number | null>
    /** Until when the music continues while no user is active but a stage with sound is connected (X6). */
    held_until: Generated<number | null>
  }
  /** For each user of a session, the last turn in which a song was chosen for the user (V3, P2). */
  served: { session_id: string; user_id: string; turn: number }
  /**
   * The last chosen songs of each session. Random mode does not choose them again (P3). Each row has the user for
   * whom the song was chosen (P2), or null after the account was deleted.
   */
  plays: {
    session_id: string
    turn: number
    song_id: string
    chosen_at: number
    by_id: string | null
    chosen: 'vote' | 'random' | 'fallback' | null
  }
  /**
   * The people who wish to skip a song. `start_at` is the start time of this song, so that the wish does not count
   * for the next song (K1).
   */
  skip_wishes: { session_id: string; user_id: string; start_at: number }
  /** Visits to sessions, for the timeline. Visits stay when the session is deleted (T1). */
  visits: { user_id: string; session_id: string; visit_at: number; title: string }
  /** Songs that started while a user was in a session (T1). */
  heard_songs: { user_id: string; session_id: string; visit_at: number; start_at: number; song_id: string }
}
