import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, restrictAccess } from './database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'provider-database-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const modeOf = (file: string) => statSync(file).mode & 0o777

it('B8 the files of the database are private, also if one disappears while a killed provider still closes it', () => {
  const file = join(folder, 'provider.sqlite')
  for (const stored of [file, `${file}-wal`, `${file}-shm`]) writeFileSync(stored, '', { mode: 0o644 })
  restrictAccess(file, (stored, mode) => {
    // Simulates that another process removes this file just before its permissions are changed.
    if (stored.endsWith('-wal')) rmSync(stored)
    chmodSync(stored, mode)
  })
  expect([modeOf(file), modeOf(`${file}-shm`)]).toEqual([0o600, 0o600])
})

it('B8 permissions that cannot be changed are an error', () => {
  const denied = Object.assign(new Error('not permitted'), { code: 'EPERM' })
  const refuse = () => {
    throw denied
  }
  expect(() => restrictAccess(join(folder, 'provider.sqlite'), refuse)).toThrow(denied)
})

it('B8 the database waits for a killed provider that still locks it', () => {
  openDatabase(folder).close()
  const killed = new DatabaseSync(join(folder, 'provider.sqlite'))
  killed.exec('pragma locking_mode = exclusive; begin exclusive')
  const waitMs = 50
  const beginMs = performance.now()
  expect(() => openDatabase(folder, waitMs)).toThrow('database is locked')
  expect(performance.now() - beginMs).toBeGreaterThanOrEqual(waitMs)
  killed.close()
  openDatabase(folder, waitMs).close()
})
