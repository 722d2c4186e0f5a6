import type { Person } from '../catalogue/types.ts'
import { fold } from '../search/fold.ts'
import { stableId } from './base62.ts'
import type { Database } from './database.ts'

/** A person who typed a name on the consent page, as stored; their playlists follow from the catalogue. */
export type TypedPerson = Pick<Person, 'id' | 'displayName' | 'accountId'>

export type TypedPeople = ReturnType<typeof createTypedPeople>

/** At most this many characters, as people count them. */
export const maxNameLength = 40

/**
 * A name as typed, made presentable: composed, without control characters, single spaces, trimmed.
 * Null when nothing is left or it is too long.
 */
export function presentableName(typed: string): string | null {
  const name = typed
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return name === '' || [...name].length > maxNameLength ? null : name
}

export function createTypedPeople(database: Database) {
  const { sql } = database
  const insert = sql.prepare(
    'insert into people (id, display_name, account_id, created_at) values (?, ?, ?, ?)',
  )
  const select = sql.prepare('select id, display_name, account_id from people where id = ?')
  const present = (row: Record<string, unknown>): TypedPerson => ({
    id: String(row['id']),
    displayName: String(row['display_name']),
    accountId: String(row['account_id']),
  })

  return {
    find(id: string): TypedPerson | undefined {
      const row = select.get(id)
      return row === undefined ? undefined : present(row)
    },

    /**
     * The person behind a typed name: whoever typed it before, if nobody is linked as them now, else a new one.
     * Two people may have one name: each gets an id of their own, the first a short one. `isReserved` tells the
     * ids of the bundled people, `taken` those of the linked ones.
     */
    settle(
      displayName: string,
      isReserved: (id: string) => boolean,
      taken: ReadonlyMap<string, number>,
      nowMs: number,
    ): TypedPerson {
      const stem = slugOf(displayName)
      for (let count = 1; ; count += 1) {
        const id = count === 1 ? stem : `${stem}-${count}`
        if (isReserved(id) || taken.has(id)) continue
        const row = select.get(id)
        if (row !== undefined && row['display_name'] !== displayName) continue
        if (row !== undefined) return present(row)
        const accountId = stableId(`person ${id} ${nowMs}`, 10)
        insert.run(id, displayName, accountId, nowMs)
        return { id, displayName, accountId }
      }
    },
  }
}

function slugOf(name: string): string {
  const latin = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return latin === '' ? `guest-${stableId(name, 6).toLowerCase()}` : latin
}
