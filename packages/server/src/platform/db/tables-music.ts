import type { ProviderFailure } from '@jointly/domain'
import type { Generated } from 'kysely'

/** Linked accounts and their music. */
export interface MusicTables {
  accounts: {
    id: string
    user_id: string
    service: string
    /** The provider's permanent id of the user. */
    provider_user_id: string
    /** The user's id that playlists name as their owner. Unlike the id above, this id may change. */
    owner_id: string
    name: string
    /** The access token, encrypted with the row's id as associated data (L2). */
    access_token: string
    refresh_token: string
    valid_until_sec: number
    status: 'ok' | 'reconnect' | 'not-allowed'
    authorized_at: number
    created_at: number
    /**
     * The version of the token pair. A refresh stores its result only if the version is still the one that the
     * refresh read.
     */
    token_version: number
    /** The end of one process's lock on the refresh, in epoch milliseconds. */
    refreshing_until: number
    playlists_fetched_at: number | null
    /** When the tokens were last renewed, in epoch milliseconds. */
    renewed_at: Generated<number>
    /** When the token endpoint first reported that the grant has ended, in epoch milliseconds (L9). */
    grant_doubted_at: number | null
  }
  link_attempts: {
    state_hash: string
    user_id: string
    service: string
    verifier: string
    redirect_uri: string
    expires_at: number
  }
  songs: {
    id: string
    title: string
    /** JSON: `[{id, name}]`. */
    artists: string
    cover: string | null
    duration_ms: number
    service: string
    src: string
    link: string | null
    explicit: number
    fetched_at: number
  }
  playlists: {
    account_id: string
    id: string
    /** The index of the playlist in the provider's list. */
    position: number
    title: string
    owner: string
    cover: string | null
    /**
     * Identifies a version of the playlist. The provider changes it when the contents of the playlist change.
     */
    snapshot_id: string
    total: number
    /** 1 if chosen for loading. */
    load: number
    state: 'none' | 'waiting' | 'importing' | 'ready' | 'failed' | 'refused'
    imported: number
    /** The snapshot that `playlist_songs` contains. Null while these songs are incomplete. */
    imported_snapshot: string | null
    /** The end of one process's lock on the import of the playlist, in epoch milliseconds. */
    importing_until: Generated<number>
    /** When the last import of the playlist started. */
    tried_at: Generated<number>
    /**
     * The number of failed imports in a row. The columns below are the last reason and the time of the next
     * attempt (L7).
     */
    failures: Generated<number>
    failure: ProviderFailure | null
    retry_at: Generated<number>
    /**
     * The index at which an interrupted import continues. The column below is the snapshot that the index
     * belongs to (L8).
     */
    resume_at: Generated<number>
    resume_snapshot: string | null
  }
  /** The songs of an unfinished import. */
  import_songs: { account_id: string; playlist_id: string; song_id: string; position: number }
  playlist_songs: { account_id: string; playlist_id: string; song_id: string; position: number }
  /**
   * Playlists at the provider in which users saved what played (T3). `visit_at` is 0 for all visits to the session.
   */
  saved_playlists: {
    user_id: string
    session_id: string
    visit_at: number
    account_id: string
    name: string
    description: string
    /** The id and the page at the provider. Null until the provider has created the playlist. */
    playlist_id: string | null
    url: string | null
    /** 1 if the provider gave no clear answer when it was asked to create the playlist. */
    creating: number
    /** The number of songs in the playlist, and of songs that the provider did not accept. */
    saved: number
    rejected: number
    /** The start time of the last song that was saved or rejected. */
    saved_until: number
    /** The start time of the last song of a call to which the provider gave no clear answer. */
    pending_until: number | null
    /** The number of songs of the next call. It shrinks to find a song that the provider does not accept. */
    chunk_size: number
    /** The end of one call's lock on the row, in epoch milliseconds. */
    locked_until: number
    used_at: number
  }
  /**
   * The songs for random mode: each song of a user's chosen playlists, listed once. Updated together with
   * `playlist_songs`.
   */
  loaded_songs: { user_id: string; song_id: string }
}
