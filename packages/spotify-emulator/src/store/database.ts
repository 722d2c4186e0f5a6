import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newSecret } from './secrets.ts'

const schema = `
create table if not exists meta (key text primary key, value text not null);
create table if not exists people (
  id text primary key, display_name text not null, account_id text not null, created_at integer not null);
create table if not exists grants (
  id integer primary key, client_id text not null, person_id text not null, scopes text not null,
  rotating integer not null, authorized_at integer not null, revoked_at integer);
create index if not exists grants_by_person on grants (person_id);
create table if not exists refresh_tokens (
  hash text primary key, grant_id integer not null references grants (id), used_at integer);
create table if not exists access_tokens (
  hash text primary key, grant_id integer references grants (id), client_id text not null,
  scopes text not null, expires_at integer not null);
create index if not exists access_tokens_by_expiry on access_tokens (expires_at);
create table if not exists playlists (
  id text primary key, owner_id text not null, json text not null, created_at integer not null);
create table if not exists music_files (
  path text primary key, mtime_ms integer not null, size integer not null, json text not null);
`

export type Database = {
  readonly sql: DatabaseSync
  /** Signs addresses of songs; made once, kept with the data so that a restart breaks no running player. */
  readonly signingKey: string
  /** Runs `work` as one transaction: all of it or, if it throws, nothing. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens what the provider must remember: who linked, typed names, playlists written, tags of own files.
 * `dataDir` undefined keeps it in memory. Tokens are stored as hashes only. Throws if the folder is not writable.
 */
export function openDatabase(dataDir: string | undefined): Database {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = dataDir === undefined ? ':memory:' : join(dataDir, 'provider.sqlite')
  if (dataDir !== undefined) keepPrivate(file)
  const sql = new DatabaseSync(file)
  sql.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 2000; pragma foreign_keys = on',
  )
  sql.exec(schema)

  sql
    .prepare("insert into meta (key, value) values ('signing-key', ?) on conflict do nothing")
    .run(newSecret(''))
  const row = sql.prepare("select value from meta where key = 'signing-key'").get()

  return {
    sql,
    signingKey: String(row?.['value']),
    transaction(work) {
      sql.exec('begin immediate')
      try {
        const result = work()
        sql.exec('commit')
        return result
      } catch (error) {
        sql.exec('rollback')
        throw error
      }
    },
    close: () => sql.close(),
  }
}

/** What is stored is for nobody else of this machine, whatever the folder is that it lies in. */
function keepPrivate(file: string): void {
  // Made here, it is private from the beginning; what SQLite lays beside it takes its mode from it.
  closeSync(openSync(file, 'a', 0o600))
  for (const stored of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(stored)) chmodSync(stored, 0o600)
}
