import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRefused, refuse } from '../refusal.ts'
import { databases } from '../testing/databases.ts'
import { createGroupCommit, type WriteGroup } from './group-commit.ts'
import type { OpenDatabase } from './open.ts'

describe.each(databases)('group commit on $name', ({ open }) => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await open()
    await sql`create table notes (note text primary key)`.execute(opened.db)
  })
  afterEach(() => opened.close())

  const groups: number[] = []
  const writeNotes: WriteGroup<string, unknown> = async (trx, notes) => {
    groups.push(notes.length)
    for (const note of notes)
      if (note !== 'refused') await sql`insert into notes (note) values (${note})`.execute(trx)
    return notes.map((note) => (note === 'refused' ? refuse('not-found') : note))
  }
  const notes = async () =>
    (await sql<{ note: string }>`select note from notes order by note`.execute(opened.db)).rows.map(
      ({ note }) => note,
    )

  it('V7 answers each write after it is stored, and joins those that arrive together', async () => {
    groups.length = 0
    const commit = createGroupCommit(opened.db, writeNotes)
    const results = await Promise.all(['a', 'b', 'c'].map(commit.submit))
    expect(results).toEqual(['a', 'b', 'c'])
    expect(await notes()).toEqual(['a', 'b', 'c'])
    expect(groups).toEqual([3])
  })

  it('V7 a write that fails does not undo its neighbours', async () => {
    const commit = createGroupCommit(opened.db, writeNotes)
    const settled = await Promise.allSettled(['a', 'b', 'a', 'c'].map(commit.submit))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await notes()).toEqual(['a', 'b', 'c'])
  })

  it('E2 a refused write changes nothing and is answered by its refusal', async () => {
    const commit = createGroupCommit(opened.db, writeNotes)
    const [first, second] = await Promise.all([commit.submit('a'), commit.submit('refused')])
    expect(first).toBe('a')
    expect(isRefused(second)).toBe(true)
    await commit.drained()
    expect(await notes()).toEqual(['a'])
  })
})
