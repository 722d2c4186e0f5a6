import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { createBarrier } from '../../testing/barriers.ts'
import { databases, hasRowLocks } from '../../testing/databases.ts'
import { granted, link, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createImporter } from './importer.ts'
import { setLoad } from './store.ts'

const postgres = databases.find(hasRowLocks)

// These tests are skipped on SQLite. It has one connection, so nobody can choose a playlist before the importer has its
// result.
describe.skipIf(!postgres)('the importer, on PostgreSQL', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(postgres)
  })
  afterAll(() => server.close())

  it('L4 imports a playlist that is chosen right after the importer looked for work', async () => {
    const ben = await server.signUp('ben')
    await link(ben, 'ben')
    const listed = await granted(ben.call('providerPlaylists'))
    const id = listed.find(({ state }) => state === 'none')?.id ?? ''
    const barrier = createBarrier()
    // Delays the result of the importer's search for work. The search finds nothing, and a playlist is chosen
    // before the importer knows that.
    const holdResult: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await barrier.stop()
        return result
      },
    }
    const importer = createImporter({
      db: server.db.withPlugin(holdResult),
      now: Date.now,
      logFault(error) {
        throw error
      },
      api: { playlistSongs: async () => 'done' },
      callAccount: (_accountId, work) => work(''),
      onProgress: async () => undefined,
      onImported: async () => undefined,
    })
    importer.runNow()
    await barrier.reached
    await transact(server.db, (trx) => setLoad(trx, ben.id, [id], true))
    importer.runNow()
    barrier.release()
    await importer.idle()
    await importer.stop()
    const [playlist] = await granted(ben.call('playlists'))
    expect(playlist).toMatchObject({ id, state: 'ready' })
  })
})
