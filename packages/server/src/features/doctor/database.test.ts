import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { closedAfterEach, emptyFolder } from '../../testing/doctor-setup.ts'
import { checkDatabase } from './database.ts'

const onClose = closedAfterEach()

it('O6 O7 the doctor checks an SQLite database without blocking other work', async () => {
  const dataDir = emptyFolder(onClose)
  const database = new DatabaseSync(path.join(dataDir, 'jointly.db'))
  database.exec('create table songs (id text)')
  database.close()
  let turns = 0
  let turning = setImmediate(function turn() {
    turns += 1
    turning = setImmediate(turn)
  })
  onClose(() => clearImmediate(turning))
  expect(await checkDatabase({ databaseUrl: null, dataDir })).toMatchObject({ state: 'ok' })
  expect(turns).toBeGreaterThan(0)
})
