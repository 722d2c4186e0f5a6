import type { ColumnType, Generated } from 'kysely'

/** Users, logins, tickets and friends. */
export interface PeopleTables {
  users: {
    id: string
    username: string
    /**
     * The username in a normalised form. It is unique, so that two names do not differ only in upper and lower
     * case (A3).
     */
    username_key: string
    email: string
    password_hash: string
    level: number
    created_at: number
    /** 1 for a guest, who has no account (G1). */
    guest: Generated<number>
    /** The id of the picture (U3). Null without a picture. */
    picture: ColumnType<string | null, string | null | undefined>
  }
  /** Pictures of people, as WebP files. */
  pictures: { id: string; user_id: string; file: Buffer; created_at: number }
  /** The additional data of guests. `session_id` is the session that the guest joined last (G4). */
  guests: {
    user_id: string
    /** SHA-256 of the secret that the guest's device stores (G3). */
    device_hash: string
    session_id: string | null
    /** The time of the guest's last call, precise to an hour (G7). */
    used_at: number
  }
  tokens: {
    id: string
    user_id: string
    /** SHA-256 of the token. The token itself is not stored (A2). */
    hash: string
    created_at: number
    extended_at: number
    expires_at: number
    /** The browser and system of the login (A9). Null if unknown. */
    browser: ColumnType<string | null, string | null | undefined>
    system: ColumnType<string | null, string | null | undefined>
  }
  /** Networks from which users logged in before. `hash` is a keyed hash of the username and the network (A4). */
  known_networks: { hash: string; user_id: string; expires_at: number }
  tickets: {
    code_hash: string
    created_by: string | null
    created_at: number
    expires_at: number
    used_at: number | null
  }
  /** One-time codes that open the ticket page or submit its form (A6). */
  page_codes: { code_hash: string; token_id: string; expires_at: number }
  /**
   * Facts about the whole database, for example that the first account was created. If several transactions insert the
   * same name, only one of them succeeds.
   */
  server_facts: { name: string; value: string }
  /** Friendships and friend requests. `user1` sent the request to `user2` (N1). */
  friends: { user1: string; user2: string; accepted: number; created_at: number }
  /** Public keys of passkeys (A12). */
  passkeys: {
    id: string
    user_id: string
    /** The id that the authenticator gave the credential, in base64url. */
    credential_id: string
    /** The public key in the format COSE, encoded in base64url. */
    public_key: string
    /** The authenticator's signature counter. 0 if the authenticator does not count. */
    counter: number
    name: string
    created_at: number
    last_used_at: number | null
  }
  /**
   * One-time challenges for passkeys (A12). `token_id` is the login of the user who adds a passkey (A13). It is null
   * for a challenge that is used to log in.
   */
  passkey_challenges: { challenge_hash: string; token_id: string | null; expires_at: number }
  /** One-time links that set a new password (A14). */
  password_resets: { code_hash: string; user_id: string; created_at: number; expires_at: number }
}
