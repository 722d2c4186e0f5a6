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
    /**
     * The id that the provider shows as the owner of the user's playlists. Unlike `provider_user_id`, it may
     * change.
     */
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
     * The version of the two tokens, which increases with each refresh. A refresh stores its result only if no other
     * refresh has changed the version in the meantime.
     */
    token_version: number
    /** Until when a server has locked the refresh of the tokens, in epoch milliseconds. */
    refreshing_until: number
    /** When the fetch of the stored list of playlists began, in epoch milliseconds. Null if the list must be fetched. */
    playlists_fetched_at: number | null
    /** When the tokens were last refreshed, in epoch milliseconds. 0 means never. */
    renewed_at: Generated<number>
    /**
     * When the token endpoint first answered that the grant has ended, in epoch milliseconds. A later request must
     * confirm this (L9). Null if there is no doubt: the grant is valid, or its end is confirmed.
     */
    grant_doubted_at: number | null
  }
  /**
   * Grants that the server must still end at the provider (L3). A row refers to no user, so that it is not deleted
   * together with the user (A7).
   */
  revocations: {
    id: string
    /** The refresh token, encrypted with the row's id as associated data (L2). */
    token: string
    /** How often the server has tried to end the grant. */
    tries: number
    next_try_at: number
    created_at: number
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
    /** The artists as JSON: `[{id, name}]`. */
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
    /** The provider's version of the playlist. It changes when the contents of the playlist change. */
    snapshot_id: string
    total: number
    /** 1 if the user has chosen this playlist for loading. */
    load: number
    state: 'none' | 'waiting' | 'importing' | 'ready' | 'failed' | 'refused'
    imported: number
    /** The `snapshot_id` that was imported to `playlist_songs`. Null while these songs are incomplete. */
    imported_snapshot: string | null
    /** Until when a server has locked the import of the playlist, in epoch milliseconds. */
    importing_until: Generated<number>
    /** When the last import of the playlist started. */
    tried_at: Generated<number>
    /**
     * How many imports in a row failed (L7). `failure` is the reason of the last one, and `retry_at` the time
     * of the next attempt.
     */
    failures: Generated<number>
    failure: ProviderFailure | null
    retry_at: Generated<number>
    /** An interrupted import continues with the song at this index (L8). */
    resume_at: Generated<number>
    /** The version of the playlist (`snapshot_id`) to which `resume_at` belongs. In another version, it is not valid. */
    resume_snapshot: string | null
  }
  /** The songs of an unfinished import. */
  import_songs: { account_id: string; playlist_id: string; song_id: string; position: number }
  playlist_songs: { account_id: string; playlist_id: string; song_id: string; position: number }
  /**
   * Playlists at the provider in which users saved what played in a session (T3). `visit_at` is the visit whose
   * songs are saved, or 0 for the songs of all visits.
   */
  saved_playlists: {
    user_id: string
    session_id: string
    visit_at: number
    account_id: string
    name: string
    description: string
    /**
     * The id of the playlist at the provider, and the address of its page. Null until the provider has created
     * the playlist.
     */
    playlist_id: string | null
    url: string | null
    /** 1 while it is unknown whether the provider has created the playlist, for example after a timeout. */
    creating: number
    /** How many songs are in the playlist, and how many the provider did not accept. */
    saved: number
    rejected: number
    /** The start time of the last song that was saved or that the provider did not accept. */
    saved_until: number
    /**
     * The start time of the last song of a call for which it is unknown whether the provider added its songs. Null
     * if there is no such call.
     */
    pending_until: number | null
    /**
     * How many songs the next call to the provider adds. After a refusal, the next call adds fewer songs, to find
     * the song that the provider does not accept.
     */
    chunk_size: number
    /** Until when one API call has locked the row, in epoch milliseconds. */
    locked_until: number
    used_at: number
  }
  /**
   * The songs for random mode: the songs of a user's chosen playlists, each song once. They are updated
   * together with `playlist_songs`.
   */
  loaded_songs: { user_id: string; song_id: string }
}
