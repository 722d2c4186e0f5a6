import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { createLog } from '../../platform/log/log.ts'
import { granted, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const DAY_MS = 24 * 3_600_000

describe.each(databases)('the account of a big screen on $name', (database) => {
  let server: TestServer
  let ann: Person
  let ssid: string
  let before: number
  let aheadMs: number
  let faults: string[]
  beforeEach(async () => {
    aheadMs = 0
    faults = []
    const log = createLog('error', { write: (line) => void faults.push(line) })
    server = await startTestServer(database, { now: () => Date.now() + aheadMs, pace: 100, log })
    ann = await server.signUp('ann')
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    ssid = (await granted(ann.call('createSession', { body }))).id
    before = await grants()
  })
  afterEach(() => server.close())

  const grants = async () => (await server.providerGrants()).length
  const stages = () => server.db.selectFrom('stages').select(['id', 'sound']).execute()

  /** Pairs a stage that plays sound with an account of its own. @returns the id of the stage */
  async function speaker(): Promise<string> {
    const { code, secret } = await granted(server.anonymous('createStage'))
    const paired = await granted(ann.call('pairStage', { params: { ssid }, body: { code, sound: true } }))
    await granted(server.anonymous('stageAccount', { body: { secret } }))
    expect(await grants()).toBe(before + 1)
    return paired[0]?.id ?? ''
  }

  /**
   * Runs some work while the server cannot store that an account must end: each insert breaks a check. Reads succeed, so
   * the job that ends accounts logs no errors.
   */
  async function withoutRevocations(work: () => Promise<unknown>): Promise<void> {
    const table = server.db.schema.alterTable('revocations')
    const isClosed = sql`is_closed = 0`
    await table.addColumn('is_closed', 'integer', (column) => column.defaultTo(1).check(isClosed)).execute()
    await work()
    await table.dropColumn('is_closed').execute()
  }

  it('X3 a stage is removed only together with storing that its account must end', async () => {
    const id = await speaker()
    const remove = () => ann.call('removeStage', { params: { ssid, id } })
    await withoutRevocations(async () => expect(await remove()).toMatchObject({ ok: false, status: 500 }))
    expect(await stages()).toEqual([{ id, sound: 1 }])
    expect(await granted(remove())).toEqual([])
    await expect.poll(grants).toBe(before)
  })

  it('X5 the sound is switched off only together with storing that the account must end', async () => {
    const id = await speaker()
    const silence = () => ann.call('changeStage', { params: { ssid, id }, body: { sound: false } })
    await withoutRevocations(async () => expect(await silence()).toMatchObject({ ok: false, status: 500 }))
    expect(await stages()).toEqual([{ id, sound: 1 }])
    expect(await granted(silence())).toMatchObject([{ id, sound: false }])
    await expect.poll(grants).toBe(before)
  })

  it('X3 unused stages are deleted only together with storing that their accounts must end', async () => {
    const id = await speaker()
    await withoutRevocations(async () => {
      aheadMs = 31 * DAY_MS
      // The job that deletes stages could not store the end of the account.
      await expect.poll(() => faults.join()).toContain('is_closed')
      expect(await stages()).toEqual([{ id, sound: 1 }])
    })
    await expect.poll(grants).toBe(before)
    expect(await stages()).toEqual([])
  })

  it('X3 a stage whose account cannot be read any more is removed', async () => {
    const id = await speaker()
    await server.db.updateTable('stages').set({ refresh_token: 'of another key' }).execute()
    expect(await granted(ann.call('removeStage', { params: { ssid, id } }))).toEqual([])
  })
})
