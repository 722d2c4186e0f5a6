import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, link, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { finishImport, interruptImport, storePage, takeJob } from './import-store.ts'
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
    const unchoosing = await beginTransaction(server.db, (trx) => setLoad(trx, ben.id, [id], false))
    const taking = takeJob(server.db, Date.now(), Date.now() + 60_000)
    await untilBlocked(factory, server.db, taking)
    await unchoosing.commit()
    expect(await taking).toBeUndefined()
    expect(await server.db.selectFrom('playlists').select('state').where('id', '=', id).execute()).toEqual([
      { state: 'none' },
    ])
  })

  it('L8 of the playlists of an account, the one that failed least often comes first', async () => {
    const cleo = await server.signUp('cleo')
    await link(cleo, 'ann')
    const listed = await granted(cleo.call('providerPlaylists'))
    const [failing, other] = listed.filter(({ state }) => state === 'none').map(({ id }) => id)
    const [account] = await granted(cleo.call('accounts'))
    await server.app.importsIdle()
    const set = (id: string | undefined, tries: { failures: number; tried_at: number }) =>
      server.db
        .updateTable('playlists')
        .set({ load: 1, state: 'waiting', ...tries })
        .where('account_id', '=', account?.id ?? '')
        .where('id', '=', id ?? '')
        .execute()
    await set(failing, { failures: 2, tried_at: 1 })
    await set(other, { failures: 0, tried_at: 2 })
    expect(await takeJob(server.db, Date.now(), Date.now() + 60_000)).toMatchObject({ playlistId: other })
    await server.db.updateTable('playlists').set({ load: 0, state: 'none' }).execute()
  })

  it('L4 a playlist that is unchosen and chosen again during its import is imported again at once', async () => {
    const ann = await server.signUp('ann')
    await link(ann, 'ann')
    const listed = await granted(ann.call('providerPlaylists'))
    const id = listed.find(({ state }) => state === 'none')?.id ?? ''
    // At this point, the server's own importer searches for due imports and finds none.
    await server.app.importsIdle()
    await transact(server.db, (trx) => setLoad(trx, ann.id, [id], true))
    const [nowMs, untilMs] = [Date.now(), Date.now() + 60_000]
    const first = await takeJob(server.db, nowMs, untilMs)
    expect(first).toMatchObject({ playlistId: id })
    await transact(server.db, (trx) => setLoad(trx, ann.id, [id], false))
    await transact(server.db, (trx) => setLoad(trx, ann.id, [id], true))
    const second = await takeJob(server.db, nowMs, untilMs + 1)
    expect(second).toMatchObject({ playlistId: id })
    if (!first || !second) return

    // The first import still runs for a moment. It must not change the data of the second import.
    const page = { from: 0, next: 100, untilMs: untilMs + 2 }
    expect(await transact(server.db, (trx) => storePage(trx, first, [], page))).toBe(false)
    await interruptImport(server.db, first, {
      state: 'failed',
      failure: 'away',
      failures: 1,
      retryAtMs: 0,
    })
    await transact(server.db, (trx) => finishImport(trx, first))
    const row = server.db
      .selectFrom('playlists')
      .select(['state', 'importing_until'])
      .where('id', '=', id)
      .where('account_id', '=', first.accountId)
    expect(await row.executeTakeFirst()).toEqual({ state: 'importing', importing_until: untilMs + 1 })
    expect(await transact(server.db, (trx) => storePage(trx, second, [], page))).toBe(true)
    await transact(server.db, (trx) => finishImport(trx, second))
    expect(await row.executeTakeFirst()).toEqual({ state: 'ready', importing_until: 0 })
  })
})
