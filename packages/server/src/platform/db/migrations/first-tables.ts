import type { Migration } from './migration.ts'

/** The migrations 1 to 25, which create the first tables. */
export const firstTables: readonly Migration[] = [
  {
    number: 1,
    name: 'people',
    sql: `
create table users (
  id text primary key, username text not null, username_key text not null unique, email text not null,
  password_hash text not null, level integer not null, created_at bigint not null);
create table tokens (
  id text primary key, user_id text not null references users (id) on delete cascade, hash text not null unique,
  created_at bigint not null, extended_at bigint not null, expires_at bigint not null);
create index tokens_by_user on tokens (user_id);
create index tokens_by_expiry on tokens (expires_at);
create table tickets (
  code_hash text primary key, created_by text references users (id) on delete cascade,
  created_at bigint not null, expires_at bigint not null, used_at bigint);
create table server_facts (name text primary key, value text not null);
create table friends (
  user1 text not null references users (id) on delete cascade,
  user2 text not null references users (id) on delete cascade, accepted integer not null,
  created_at bigint not null, constraint friends_key primary key (user1, user2));
create index friends_by_user2 on friends (user2)`,
  },
  {
    number: 2,
    name: 'accounts',
    sql: `
create table accounts (
  id text primary key, user_id text not null references users (id) on delete cascade, service text not null,
  provider_user_id text not null, owner_id text not null, name text not null, access_token text not null,
  refresh_token text not null, valid_until_sec bigint not null, status text not null,
  authorized_at bigint not null, created_at bigint not null, token_version integer not null,
  refreshing_until bigint not null, playlists_fetched_at bigint,
  constraint accounts_once unique (user_id, service, provider_user_id));
create table link_attempts (
  state_hash text primary key, user_id text not null references users (id) on delete cascade,
  service text not null, verifier text not null, redirect_uri text not null, expires_at bigint not null);
create index link_attempts_by_expiry on link_attempts (expires_at)`,
  },
  {
    number: 3,
    name: 'music',
    sql: `
create table songs (
  id text primary key, title text not null, artists text not null, cover text, duration_ms integer not null,
  service text not null, src text not null, link text, explicit integer not null, fetched_at bigint not null);
create table playlists (
  account_id text not null references accounts (id) on delete cascade, id text not null,
  position integer not null, title text not null, owner text not null, cover text, snapshot_id text not null,
  total integer not null, load integer not null, state text not null, imported integer not null,
  imported_snapshot text, importing_until bigint default 0 not null,
  constraint playlists_key primary key (account_id, id));
create table playlist_songs (
  account_id text not null, playlist_id text not null,
  song_id text not null references songs (id) on delete cascade, position integer not null,
  constraint playlist_songs_key primary key (account_id, playlist_id, song_id),
  constraint playlist_songs_of foreign key (account_id, playlist_id)
    references playlists (account_id, id) on delete cascade);
create index playlist_songs_by_song on playlist_songs (song_id, playlist_id);
create table loaded_songs (
  user_id text not null references users (id) on delete cascade,
  song_id text not null references songs (id) on delete cascade,
  constraint loaded_songs_key primary key (user_id, song_id));
create index loaded_songs_by_song on loaded_songs (song_id)`,
  },
  {
    number: 10,
    name: 'sessions',
    sql: `
create table sessions (
  id text primary key, title text not null, owner_id text not null references users (id) on delete cascade,
  policy text not null, managed integer not null, managed_until bigint, skip_percent integer not null,
  flavor text not null, version integer not null, created_at bigint not null);
create index sessions_by_owner on sessions (owner_id);
create table members (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  first_at bigint not null, visit_at bigint not null, favorite integer not null,
  constraint members_key primary key (session_id, user_id));
create index members_by_user on members (user_id);
create table moderators (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, level text not null, since bigint not null,
  constraint moderators_key primary key (session_id, user_id));
create index moderators_by_user on moderators (user_id);
create table bans (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, since bigint not null,
  constraint bans_key primary key (session_id, user_id));
create index bans_by_user on bans (user_id);
create table invites (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  inviter_id text not null references users (id) on delete cascade, invited_at bigint not null,
  constraint invites_key primary key (session_id, user_id, inviter_id));
create index invites_by_user on invites (user_id)`,
  },
  {
    number: 11,
    name: 'votes',
    sql: `
create table votes (
  session_id text not null references sessions (id) on delete cascade, song_id text not null,
  user_id text not null references users (id) on delete cascade, direction integer not null,
  cast_at bigint not null, constraint votes_key primary key (session_id, song_id, user_id));
create index votes_by_user on votes (user_id, session_id);
create table listed_songs (
  session_id text not null references sessions (id) on delete cascade, song_id text not null,
  upvotes integer not null, downvotes integer not null, behind_id text, first_vote_at bigint not null,
  overtaken integer not null, negative_since bigint,
  constraint listed_songs_key primary key (session_id, song_id));
create index listed_songs_by_negative_since on listed_songs (negative_since) where negative_since is not null`,
  },
  {
    number: 12,
    name: 'playback',
    sql: `
create table playbacks (
  session_id text primary key references sessions (id) on delete cascade, move integer not null,
  turn integer not null, song_id text, start_at bigint, duration_ms integer, by_id text, chosen text,
  next_song_id text, next_start_at bigint, next_duration_ms integer, next_by_id text, next_chosen text,
  due_at bigint);
create index playbacks_by_due_at on playbacks (due_at) where due_at is not null;
create table served (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, turn integer not null,
  constraint served_key primary key (session_id, user_id));
create table plays (
  session_id text not null references sessions (id) on delete cascade, turn integer not null,
  song_id text not null, chosen_at bigint not null, constraint plays_key primary key (session_id, turn));
create table skip_wishes (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, start_at bigint not null,
  constraint skip_wishes_key primary key (session_id, user_id))`,
  },
  {
    number: 13,
    name: 'timeline',
    sql: `
create table visits (
  user_id text not null references users (id) on delete cascade, session_id text not null,
  visit_at bigint not null, title text not null,
  constraint visits_key primary key (user_id, visit_at, session_id));
create index visits_by_age on visits (visit_at);
create table heard_songs (
  user_id text not null references users (id) on delete cascade, session_id text not null,
  visit_at bigint not null, start_at bigint not null, song_id text not null,
  constraint heard_songs_key primary key (user_id, session_id, start_at));
create index heard_songs_by_age on heard_songs (start_at)`,
  },
  {
    number: 14,
    name: 'lookups',
    sql: `
create index playlists_by_state on playlists (state);
create index skip_wishes_by_user on skip_wishes (user_id);
create index served_by_user on served (user_id);
create index invites_by_inviter on invites (inviter_id);
create index link_attempts_by_user on link_attempts (user_id);
create index tickets_by_creator on tickets (created_by)`,
  },
  {
    number: 20,
    name: 'managed',
    sql: 'create index sessions_by_managed_until on sessions (managed_until) where managed_until is not null',
  },
  {
    number: 21,
    name: 'page codes',
    sql: `
create table page_codes (
  code_hash text primary key, token_id text not null references tokens (id) on delete cascade,
  expires_at bigint not null);
create index page_codes_by_token on page_codes (token_id);
create index page_codes_by_expiry on page_codes (expires_at)`,
  },
  {
    // Makes PostgreSQL sort usernames by bytes like SQLite, so that the search for people can use the index (N2).
    number: 22,
    name: 'names in order',
    sql: { sqlite: '', postgres: 'alter table users alter column username_key type text collate "C"' },
  },
  {
    number: 23,
    name: 'shares',
    sql: `
alter table plays add column by_id text;
alter table plays add column chosen text;
create index plays_by_person on plays (by_id);
create index songs_unplayable on songs (id) where service <> 'spotify' or duration_ms <= 0`,
  },
  {
    number: 24,
    name: 'servers',
    sql: 'create table servers (id text primary key, beat_at bigint not null)',
  },
  {
    // Leaves free space on each disk page of two tables that change often. PostgreSQL can then store a changed row on
    // the same page, without a new entry in each index.
    number: 25,
    name: 'room for changes',
    sql: {
      sqlite: '',
      postgres: 'alter table votes set (fillfactor = 70); alter table listed_songs set (fillfactor = 70)',
    },
  },
]
