import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makePrivate } from './data-dir.ts'
import { StartError } from './start-error.ts'

let folder: string
let files: string[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'data-dir-'))
  files = ['db', 'db-wal', 'db-shm'].map((name) => path.join(folder, name))
  for (const file of files) {
    writeFileSync(file, '')
    chmodSync(file, 0o644)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

it('B8 files that disappear while they are made private, because a killed server’s provider closes them, are skipped', () => {
  makePrivate(files, (file, mode) => {
    if (file.endsWith('-wal')) rmSync(file)
    chmodSync(file, mode)
  })
  const [database = '', , shared = ''] = files
  expect([database, shared].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
})

it('B8 a server does not start if it cannot make its files private', () => {
  const denied = () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
  }
  expect(() => makePrivate(files, denied)).toThrow(StartError)
})
