import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, link, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { takeJob } from './import-store.ts'
import { setLoad } from './store.ts'

describe.each(databases)('taking an import, on $name', (factory) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(factory)
  })
  afterAll(() => server.close())

  it('L8 a playlist that is unchosen at the same moment is not imported', async () => {
    const ben = await server.signUp('ben')
    await link(ben, 'ben')
    const listed = await granted(ben.call('providerPlaylists'))
    const id = listed.find(({ state }) => state === 'none')?.id ?? ''
    await server.db.updateTable('playlists').set({ load: 1, state: 'waiting' }).where('id', '=', id).execute()
    const unchoosing = await beginTransaction(server.db, (trx) => setLoad(trx, ben.id, id, false))
    const taking = takeJob(server.db, Date.now(), Date.now() + 60_000)
    await untilBlocked(factory, server.db, taking)
    await unchoosing.commit()
    expect(await taking).toBeUndefined()
    expect(await server.db.selectFrom('playlists').select('state').where('id', '=', id).execute()).toEqual([
      { state: 'none' },
    ])
  })
})
