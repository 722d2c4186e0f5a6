import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import {
  consent,
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { endLostGrant } from './lost-grant.ts'

describe.each(databases)('a database that cannot store a new link, on $name', (database) => {
  let server: TestServer
  let ann: Person
  let before: string[]
  let count = 0
  const repairs: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await startTestServer(database)
  })
  beforeEach(async () => {
    ann = await server.signUp(`ann${(count += 1)}`)
    before = await grants()
  })
  afterEach(() => repair())
  afterAll(() => server.close())

  const grants = async () => (await server.providerGrants()).map(({ profileId }) => String(profileId))
  const repair = async () => {
    for (const undo of repairs.splice(0)) await undo()
  }

  /** Makes every insert of a linked account fail. Accounts can still be read. */
  async function breakLinks() {
    const rename = (from: string, to: string) =>
      server.db.schema.alterTable('accounts').renameColumn(from, to).execute()
    await rename('authorized_at', 'away')
    repairs.push(() => rename('away', 'authorized_at'))
  }

  /** Makes every statement about revocations fail. */
  async function breakRevocations() {
    const rename = (from: string, to: string) => server.db.schema.alterTable(from).renameTo(to).execute()
    await rename('revocations', 'away')
    repairs.push(() => rename('away', 'revocations'))
  }

  /** Allows access at the provider as `loginAs`. Returns the refusal of the server. */
  async function failingLink(loginAs: string, person = ann): Promise<string> {
    const { url } = await granted(person.call('connectAccount', { body: { service: 'spotify' } }))
    return refusal(person.call('accountCallback', { body: await consent(url, loginAs) }))
  }

  it('L3 the new grant ends, and the person gets an error and can connect again', async () => {
    await breakLinks()
    expect(await failingLink('ann')).toBe('500 internal')
    await expect.poll(grants).toEqual(before)
    await expect.poll(() => server.db.selectFrom('revocations').select('id').execute()).toEqual([])
    await repair()
    expect(await link(ann, 'ann')).toMatchObject([{ status: 'ok' }])
  })

  it('L3 the new grant ends also if the database cannot store that it must end', async () => {
    await breakLinks()
    await breakRevocations()
    expect(await failingLink('ann')).toBe('500 internal')
    await expect.poll(grants).toEqual(before)
  })

  it('L15 L3 the grant of a link without the consent page ends too', async () => {
    await breakLinks()
    await breakRevocations()
    expect(await refusal(ann.call('connectDirectly'))).toBe('500 internal')
    await expect.poll(grants).toEqual(before)
  })

  it('L3 the grant of another account ends, and the grant of a linked account stays', async () => {
    const [account] = await link(ann, 'ann')
    const linked = await grants()
    await breakLinks()
    expect(await failingLink('ann')).toBe('500 internal')
    expect(await failingLink('ben')).toBe('500 internal')
    await expect.poll(grants).toEqual(linked)
    const body = { refused: account?.access_token ?? '' }
    expect(await granted(ann.call('renewAccount', { body }))).toMatchObject([
      { id: account?.id, status: 'ok' },
    ])
  })

  it('L3 the grant of another account ends also if the database cannot store that it must end', async () => {
    await link(ann, 'ann')
    const linked = await grants()
    await breakLinks()
    await breakRevocations()
    expect(await failingLink('ann')).toBe('500 internal')
    expect(await failingLink('ben')).toBe('500 internal')
    await expect.poll(grants).toEqual(linked)
  })

  it.each([
    ['ends if the person had no account', true, ['refresh']],
    ['stays if it may belong to an account of the person', false, []],
  ])('L3 while the database does not answer, the new grant %s', async (_, isFirst, expected) => {
    const ended: string[] = []
    const fail = () => Promise.reject(new Error('no database'))
    const revocations = { endUnstored: async (token: string) => void ended.push(token) }
    const tokens = { accessToken: 'access', refreshToken: 'refresh', validUntilSec: 0 }
    const person = { id: 'ann', accountId: null, name: 'Ann' }
    const deps = { db: server.db, accounts: { store: { isLinked: fail }, revocations } }
    await endLostGrant(deps, ann.id, { tokens, person }, isFirst)
    expect(ended).toEqual(expected)
  })
})
