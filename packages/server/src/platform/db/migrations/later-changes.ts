import type { Migration } from './migration.ts'

const missingPlaybacks = `
insert into playbacks (session_id, move, turn)
  select id, 0, 0 from sessions where id not in (select session_id from playbacks)`

const pictures = (bytes: 'blob' | 'bytea') => `
alter table users add column picture text;
create table pictures (
  id text primary key, user_id text not null unique references users (id) on delete cascade,
  file ${bytes} not null, created_at bigint not null)`

/** The migrations from number 30 on. */
export const laterChanges: readonly Migration[] = [
  {
    number: 30,
    name: 'known networks',
    sql: `
create table known_networks (
  hash text primary key, user_id text not null references users (id) on delete cascade,
  expires_at bigint not null);
create index known_networks_by_user on known_networks (user_id, expires_at);
create index known_networks_by_expiry on known_networks (expires_at)`,
  },
  {
    number: 31,
    name: 'devices of logins',
    sql: 'alter table tokens add column browser text; alter table tokens add column system text',
  },
  {
    number: 32,
    name: 'passkeys',
    sql: `
create table passkeys (
  id text primary key, user_id text not null references users (id) on delete cascade,
  credential_id text not null unique, public_key text not null, counter bigint not null, name text not null,
  created_at bigint not null, last_used_at bigint);
create index passkeys_by_user on passkeys (user_id);
create table passkey_challenges (
  challenge_hash text primary key, token_id text references tokens (id) on delete cascade,
  expires_at bigint not null);
create index passkey_challenges_by_token on passkey_challenges (token_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at)`,
  },
  {
    number: 33,
    name: 'password resets',
    sql: `
create table password_resets (
  code_hash text primary key, user_id text not null references users (id) on delete cascade,
  created_at bigint not null, expires_at bigint not null);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);
create index users_by_email on users (lower(email))`,
  },
  {
    number: 34,
    name: 'imports go on',
    sql: `
alter table playlists add column tried_at bigint default 0 not null;
alter table playlists add column failures bigint default 0 not null;
alter table playlists add column retry_at bigint default 0 not null;
alter table playlists add column resume_at bigint default 0 not null;
alter table playlists add column failure text;
alter table playlists add column resume_snapshot text;
create table import_songs (
  account_id text not null, playlist_id text not null,
  song_id text not null references songs (id) on delete cascade, position integer not null,
  constraint import_songs_key primary key (account_id, playlist_id, song_id),
  constraint import_songs_of foreign key (account_id, playlist_id)
    references playlists (account_id, id) on delete cascade);
create index import_songs_by_song on import_songs (song_id)`,
  },
  {
    number: 35,
    name: 'links last',
    sql: `
alter table accounts add column renewed_at bigint default 0 not null;
alter table accounts add column grant_doubted_at bigint`,
  },
  {
    // Adds a row to `playbacks` for each session that has none. New sessions get this row when they are created.
    number: 36,
    name: 'playbacks',
    sql: {
      sqlite: `${missingPlaybacks} on conflict do nothing`,
      // `for key share` locks the sessions, because another server may delete a session at the same time.
      postgres: `${missingPlaybacks} for key share on conflict do nothing`,
    },
  },
  {
    // The codes are empty at first. Each server fills empty codes when it starts, because a server of an older version
    // may still create sessions without a code.
    number: 37,
    name: 'session codes',
    sql: `
alter table sessions add column code text default '' not null;
create unique index sessions_by_code on sessions (code) where code <> ''`,
  },
  {
    number: 38,
    name: 'guests',
    sql: `
alter table users add column guest integer default 0 not null;
alter table sessions add column guests integer default 1 not null;
create table guests (
  user_id text primary key references users (id) on delete cascade, device_hash text not null unique,
  session_id text references sessions (id) on delete set null, used_at bigint not null);
create index guests_by_session on guests (session_id);
create index guests_by_use on guests (used_at)`,
  },
  {
    number: 39,
    name: 'banned-devices',
    sql: `
create table banned_devices (
  device_hash text not null, session_id text not null references sessions (id) on delete cascade,
  since bigint not null, constraint banned_devices_key primary key (device_hash, session_id));
create index banned_devices_by_session on banned_devices (session_id)`,
  },
  { number: 40, name: 'pictures', sql: { sqlite: pictures('blob'), postgres: pictures('bytea') } },
  {
    // An index of `chat_lines` begins with `user_id`, because the deletion of a user deletes the user's lines.
    number: 41,
    name: 'chat',
    sql: `
alter table sessions add column chat integer default 1 not null;
create table chat_counters (
  session_id text not null primary key references sessions (id) on delete cascade, last_id bigint not null);
create table chat_lines (
  session_id text not null references sessions (id) on delete cascade, id bigint not null,
  user_id text not null references users (id) on delete cascade, text text not null, sent_at bigint not null,
  client_key text not null, constraint chat_lines_key primary key (session_id, id));
create unique index chat_lines_by_user on chat_lines (user_id, session_id, client_key);
create index chat_lines_by_age on chat_lines (sent_at);
create table chat_mutes (
  session_id text not null references sessions (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, since bigint not null,
  constraint chat_mutes_key primary key (session_id, user_id));
create index chat_mutes_by_user on chat_mutes (user_id)`,
  },
  {
    number: 42,
    name: 'host-controls',
    sql: `
alter table sessions add column adding integer default 1 not null;
alter table sessions add column songs_per_person integer default 200 not null;
alter table sessions add column down_votes integer default 1 not null;
alter table sessions add column explicit_songs integer default 1 not null;
alter table sessions add column no_repeat integer default 0 not null;
alter table sessions add column max_minutes integer;
alter table sessions add column fallback_account text;
alter table sessions add column fallback_playlist text;
alter table sessions add column fallback_title text;
alter table listed_songs add column added_id text;
update listed_songs set added_id = behind_id;
create index listed_songs_by_adder on listed_songs (added_id, session_id);
alter table playbacks add column paused_at bigint;
alter table playbacks add column paused_by text`,
  },
  {
    number: 43,
    name: 'stages',
    sql: `
create table stages (
  id text primary key, secret_hash text not null unique, code text unique, code_expires_at bigint not null,
  session_id text references sessions (id) on delete set null, sound integer default 0 not null,
  refresh_token text default '' not null, paired_at bigint default 0 not null, used_at bigint not null);
create index stages_by_session on stages (session_id);
create index stages_by_use on stages (used_at);
alter table playbacks add column attended_at bigint;
alter table playbacks add column held_until bigint`,
  },
  {
    number: 44,
    name: 'saved-playlists',
    sql: `
create table saved_playlists (
  user_id text not null references users (id) on delete cascade, session_id text not null,
  visit_at bigint not null, account_id text not null references accounts (id) on delete cascade,
  name text not null, description text not null, playlist_id text, url text, creating integer not null,
  saved integer not null, rejected integer not null, saved_until bigint not null, pending_until bigint,
  chunk_size integer not null, locked_until bigint not null, used_at bigint not null,
  constraint saved_playlists_key primary key (user_id, session_id, visit_at));
create index saved_playlists_by_account on saved_playlists (account_id);
create index saved_playlists_by_age on saved_playlists (used_at)`,
  },
  {
    // These indexes make the deletion of a user fast (A7). They contain only the few rows whose column is not null.
    number: 45,
    name: 'deleted-hosts',
    sql: `
create index playbacks_by_pauser on playbacks (paused_by) where paused_by is not null;
create index sessions_by_fallback on sessions (fallback_account) where fallback_account is not null`,
  },
  {
    number: 46,
    name: 'waiting-songs',
    sql: `
alter table sessions add column approve integer default 0 not null;
alter table sessions add column waiting_version integer default 0 not null;
create table waiting_songs (
  session_id text not null references sessions (id) on delete cascade, song_id text not null,
  user_id text not null references users (id) on delete cascade, added_at bigint not null,
  constraint waiting_songs_key primary key (session_id, song_id, user_id));
create index waiting_songs_by_user on waiting_songs (user_id, session_id)`,
  },
  {
    number: 47,
    name: 'voters-of-songs',
    sql: `
alter table listed_songs add column voters text default '' not null;
update listed_songs set voters = coalesce((select string_agg(few.user_id, ',') from (
  select v.user_id from votes v
  where v.session_id = listed_songs.session_id and v.song_id = listed_songs.song_id and v.direction > 0
    and not exists (select 1 from bans b where b.session_id = v.session_id and b.user_id = v.user_id)
  order by v.user_id limit 5) as few), '')`,
  },
  {
    number: 48,
    name: 'steady-screens-and-mutes',
    sql: `
alter table stages add column number integer default 0 not null;
alter table stages add column name text;
update stages set number = (select count(*) from stages as earlier
  where earlier.session_id = stages.session_id
    and (earlier.paired_at, earlier.id) <= (stages.paired_at, stages.id))
  where session_id is not null;
create table muted_devices (
  device_hash text not null, session_id text not null references sessions (id) on delete cascade,
  since bigint not null, constraint muted_devices_key primary key (device_hash, session_id));
create index muted_devices_by_session on muted_devices (session_id)`,
  },
  {
    // The table has no column for the user, so that a row is not deleted together with the user (L3, A7).
    number: 49,
    name: 'revocations',
    sql: `
create table revocations (
  id text primary key, token text not null, tries integer not null, next_try_at bigint not null,
  created_at bigint not null);
create index revocations_by_next_try on revocations (next_try_at)`,
  },
  { number: 50, name: 'unused-songs', sql: 'create index heard_songs_by_song on heard_songs (song_id)' },
  {
    number: 51,
    name: 'songs-of-a-visit',
    sql: 'create index heard_songs_by_visit on heard_songs (user_id, session_id, visit_at)',
  },
]
