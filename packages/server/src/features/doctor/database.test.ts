import { createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { closedAfterEach, emptyFolder } from '../../testing/doctor-setup.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'
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

it('O7 the doctor connects to PostgreSQL without settings, because PgBouncer refuses them', async () => {
  const names: string[] = []
  const pooler = createServer((socket) => {
    socket.once('data', (packet) => {
      // After the length and the version come names and values in turn. Each ends with a zero byte.
      const parts = packet.subarray(8).toString().split('\0')
      names.push(...parts.filter((name, index) => index % 2 === 0 && name !== ''))
      socket.destroy()
    })
  })
  onClose(() => pooler.close())
  const databaseUrl = `postgres://jointly@127.0.0.1:${await listenOnLoopback(pooler)}/jointly`
  await checkDatabase({ databaseUrl, dataDir: emptyFolder(onClose) })
  expect(names).toEqual(['user', 'database', 'client_encoding'])
})
