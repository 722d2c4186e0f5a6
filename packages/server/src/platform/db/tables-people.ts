import type { ColumnType } from 'kysely'

/** People, their log-ins, tickets and friends. */
export interface PeopleTables {
  users: {
    id: string
    username: string
    /** The form in which usernames are compared (A3). */
    username_key: string
    email: string
    password_hash: string
    level: number
    created_at: number
  }
  tokens: {
    id: string
    user_id: string
    /** SHA-256 of the token: the token itself is stored nowhere (A2). */
    hash: string
    created_at: number
    extended_at: number
    expires_at: number
    /** From which browser and system it was made (A9); null where they are not known. */
    browser: ColumnType<string | null, string | null | undefined>
    system: ColumnType<string | null, string | null | undefined>
  }
  /** Networks from which people logged in before, as keyed hashes of name and network (A4). */
  known_networks: { hash: string; user_id: string; expires_at: number }
  tickets: {
    code_hash: string
    created_by: string | null
    created_at: number
    expires_at: number
    used_at: number | null
  }
  /** Codes that open the ticket page or send its form, once (A6). */
  page_codes: { code_hash: string; token_id: string; expires_at: number }
  /** Facts that are true once for the whole server, by name; inserting one is the race that one transaction wins. */
  server_facts: { name: string; value: string }
  /** `user1` asked `user2` (N1). */
  friends: { user1: string; user2: string; accepted: number; created_at: number }
  /** Public keys by which a person may log in (A12). */
  passkeys: {
    id: string
    user_id: string
    /** As the authenticator calls it, in base64url. */
    credential_id: string
    /** COSE, in base64url. */
    public_key: string
    /** Signatures so far as the authenticator counts them; 0 where it does not count. */
    counter: number
    name: string
    created_at: number
    last_used_at: number | null
  }
  /** Challenges that a passkey has to sign, each once (A12); those for adding one belong to a log-in (A13). */
  passkey_challenges: { challenge_hash: string; token_id: string | null; expires_at: number }
  /** Links that set a new password, each once (A14). */
  password_resets: { code_hash: string; user_id: string; created_at: number; expires_at: number }
}
