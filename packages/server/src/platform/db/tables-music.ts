import type { ProviderFailure } from '@jointly/domain'
import type { Generated } from 'kysely'

/** Linked accounts, and what is known of their music. */
export interface MusicTables {
  accounts: {
    id: string
    user_id: string
    service: string
    /** The provider's unchanging id of the person. */
    provider_user_id: string
    /** The id that playlists name as their owner; unlike the one above it may change. */
    owner_id: string
    name: string
    /** Encrypted with the row's id as associated data (L2). */
    access_token: string
    refresh_token: string
    valid_until_sec: number
    status: 'ok' | 'reconnect' | 'not-allowed'
    authorized_at: number
    created_at: number
    /** Counts the token pairs: a refresh stores its own only over the one that it spent. */
    token_version: number
    /** Until when one process holds the right to refresh. */
    refreshing_until: number
    playlists_fetched_at: number | null
    /** When the tokens were last renewed, in epoch milliseconds. */
    renewed_at: Generated<number>
    /** When the token endpoint first said that the grant has ended, in epoch milliseconds (L9). */
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
    /** Where it stands in the provider's list. */
    position: number
    title: string
    owner: string
    cover: string | null
    /** Changes when the provider's contents change. */
    snapshot_id: string
    total: number
    /** Chosen for loading. */
    load: number
    state: 'none' | 'waiting' | 'importing' | 'ready' | 'failed' | 'refused'
    imported: number
    /** The snapshot that `playlist_songs` holds; null while it is not complete. */
    imported_snapshot: string | null
    /** Until when one process holds the import. */
    importing_until: Generated<number>
    /** When an import of it last began. */
    tried_at: Generated<number>
    /** How many imports failed in a row, why the last one did, and when it is tried again (L7). */
    failures: Generated<number>
    failure: ProviderFailure | null
    retry_at: Generated<number>
    /** The entry with which an interrupted import goes on, and the snapshot of which it is a part (L8). */
    resume_at: Generated<number>
    resume_snapshot: string | null
  }
  /** The songs of an import that is not finished yet. */
  import_songs: { account_id: string; playlist_id: string; song_id: string; position: number }
  playlist_songs: { account_id: string; playlist_id: string; song_id: string; position: number }
  /** What random mode picks from: each song of a person's chosen playlists once. Kept with `playlist_songs`. */
  loaded_songs: { user_id: string; song_id: string }
}
