/** What plays in sessions, what played, and who heard it. */
export interface PlaybackTables {
  /** One row a session. The song columns are null while nothing plays, the `next_` ones while nothing is announced. */
  playbacks: {
    session_id: string
    /** Counts the moves of this row: each takes it from one number to the next, so that only one can (P4). */
    move: number
    /** Counts the chosen songs: the ledger's time (V3). */
    turn: number
    song_id: string | null
    start_at: number | null
    duration_ms: number | null
    by_id: string | null
    chosen: 'vote' | 'random' | null
    next_song_id: string | null
    next_start_at: number | null
    next_duration_ms: number | null
    next_by_id: string | null
    next_chosen: 'vote' | 'random' | null
    /** When the next move is due; null while the session rests (P6). */
    due_at: number | null
  }
  /** The ledger: the turn in which each person was last served (V3, P2). */
  served: { session_id: string; user_id: string; turn: number }
  /** The songs chosen last, for random mode (P3), and whose they were (P2); null where the person is gone. */
  plays: {
    session_id: string
    turn: number
    song_id: string
    chosen_at: number
    by_id: string | null
    chosen: 'vote' | 'random' | null
  }
  /** Skip wishes; `start_at` names the playing they are for, so that they end with it (K1). */
  skip_wishes: { session_id: string; user_id: string; start_at: number }
  /** Visits to sessions, for the timeline: they outlive the session (T1). */
  visits: { user_id: string; session_id: string; visit_at: number; title: string }
  /** Songs that began while a person was there (T1). */
  heard_songs: { user_id: string; session_id: string; visit_at: number; start_at: number; song_id: string }
}
