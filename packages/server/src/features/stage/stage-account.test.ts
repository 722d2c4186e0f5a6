import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { createLog } from '../../platform/log/log.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

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
    const { id, secret } = await newSpeaker()
    await granted(server.anonymous('stageAccount', { body: { secret } }))
    expect(await grants()).toBe(before + 1)
    return id
  }

  /** Pairs a stage that plays sound, and that has no account yet. */
  async function newSpeaker(): Promise<{ id: string; secret: string }> {
    const { code, secret } = await granted(server.anonymous('createStage'))
    const paired = await granted(ann.call('pairStage', { params: { ssid }, body: { code, sound: true } }))
    return { id: paired[0]?.id ?? '', secret }
  }

  /**
   * Runs some work while writes to a table break a check of its new column `is_closed`, which is 1. Reads succeed, so
   * the jobs of the server log no errors.
   */
  async function withCheck(
    name: 'revocations' | 'stages',
    check: RawBuilder<unknown>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const table = server.db.schema.alterTable(name)
    await table.addColumn('is_closed', 'integer', (column) => column.defaultTo(1).check(check)).execute()
    await work()
    await table.dropColumn('is_closed').execute()
  }

  /** Runs some work while the server cannot store that an account must end. */
  const withoutRevocations = (work: () => Promise<unknown>) =>
    withCheck('revocations', sql`is_closed = 0`, work)

  /** Runs some work while the server cannot store the account of a stage. */
  const withoutAccounts = (work: () => Promise<unknown>) =>
    withCheck('stages', sql`is_closed = 1 and refresh_token = ''`, work)

  it('X5 L3 a new account that cannot be stored ends', async () => {
    const { secret } = await newSpeaker()
    const account = () => server.anonymous('stageAccount', { body: { secret } })
    await withoutAccounts(async () => {
      expect(await refusal(account())).toBe('500 internal')
      await expect.poll(grants).toBe(before)
      await withoutRevocations(async () => {
        expect(await refusal(account())).toBe('500 internal')
        await expect.poll(grants).toBe(before)
      })
    })
    await granted(account())
    expect(await grants()).toBe(before + 1)
  })

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
