import type { DatabaseSync } from 'node:sqlite'

const tables = `
create table if not exists meta (key text primary key, value text not null);
create table grants (
  id integer primary key autoincrement, client_id text not null,
  user_id text not null, account_id text not null, profile_id text, display_name text not null,
  scopes text not null, rotating integer not null, authorized_at integer not null);
create table refresh_tokens (
  hash text primary key, grant_id integer not null references grants (id) on delete cascade, used_at integer);
create table access_tokens (
  hash text primary key, grant_id integer references grants (id) on delete cascade, client_id text not null,
  scopes text not null, expires_at integer not null);
create table playlists (
  grant_id integer not null references grants (id) on delete cascade, id text not null,
  total integer not null, json text not null, created_at integer not null, primary key (grant_id, id));
`

const indexes = `
create index grants_by_age on grants (authorized_at);
create index refresh_tokens_by_grant on refresh_tokens (grant_id);
create index access_tokens_by_grant on access_tokens (grant_id);
create index access_tokens_by_expiry on access_tokens (expires_at);
create index playlists_by_id on playlists (id);
`

/**
 * The migration from version 0, in which all grants (consents) of one person shared an account. Now each active grant
 * becomes a separate account. The account keeps the ids that the app of the grant has stored, and gets a copy of the
 * playlists.
 */
const fromPeople = `
insert into grants (id, client_id, user_id, account_id, profile_id, display_name, scopes, rotating, authorized_at)
  select g.id, g.client_id, g.person_id, coalesce(p.account_id, g.person_id),
    case when p.id is null then g.person_id end, coalesce(p.display_name, g.person_id),
    g.scopes, g.rotating, g.authorized_at
  from old_grants g left join old_people p on p.id = g.person_id where g.revoked_at is null;
insert into refresh_tokens (hash, grant_id, used_at)
  select hash, grant_id, used_at from old_refresh_tokens where grant_id in (select id from grants);
insert into access_tokens (hash, grant_id, client_id, scopes, expires_at)
  select hash, grant_id, client_id, scopes, expires_at from old_access_tokens
  where grant_id is null or grant_id in (select id from grants);
insert into playlists (grant_id, id, total, json, created_at)
  select g.id, l.id, json_array_length(l.json, '$.items'), l.json, l.created_at
  from old_playlists l join grants g on g.user_id = l.owner_id;
`

/**
 * The migration from version 1. Reading `json` takes long, because it has up to 10,000 items. So the details of a
 * playlist are also stored without its items.
 */
const summaries = `
alter table playlists add column details text not null default '{}';
alter table playlists add column first_track_id text;
`

const summaryOfJson = `details = json_remove(json, '$.items'), first_track_id = json_extract(json, '$.items[0].trackId')`

/**
 * The migration from version 2. Triggers store the details, so that they belong to `json` even if version 1 of the
 * program stores a playlist, because the operator went back to it for some time. The triggers may exist already, because
 * version 2 sets the number of a later version back to 2.
 */
const summaryTriggers = `
create trigger if not exists summary_of_new after insert on playlists
  begin update playlists set ${summaryOfJson} where rowid = new.rowid; end;
create trigger if not exists summary_of_changed after update of json on playlists
  begin update playlists set ${summaryOfJson} where rowid = new.rowid; end;
update playlists set ${summaryOfJson};
`

const schemaVersion = 3

const replaced = ['people', 'grants', 'refresh_tokens', 'access_tokens', 'playlists']

/** Creates the tables, or migrates the tables of an earlier version. Call this in a transaction. */
export function migrate(sql: DatabaseSync): void {
  const version = Number(sql.prepare('pragma user_version').get()?.['user_version'])
  if (version >= schemaVersion) return
  if (version < 1) createTables(sql)
  if (version < 2) sql.exec(summaries)
  sql.exec(summaryTriggers)
  sql.exec(`pragma user_version = ${schemaVersion}`)
}

function createTables(sql: DatabaseSync): void {
  const isNew = sql.prepare("select 1 from sqlite_master where name = 'people'").get() === undefined
  if (!isNew) for (const table of replaced) sql.exec(`alter table ${table} rename to old_${table}`)
  sql.exec(tables)
  if (!isNew) {
    sql.exec(fromPeople)
    for (const table of replaced.toReversed()) sql.exec(`drop table old_${table}`)
  }
  sql.exec(indexes)
}
