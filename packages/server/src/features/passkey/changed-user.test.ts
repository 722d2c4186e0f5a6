import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteLoginsAndPasskeys } from '../../people/login/token-store.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { beginTransaction, createBarrier, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { makeCredential, useCredential } from '../../testing/software-authenticator.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const ORIGIN = 'https://music.example.org'

describe.each(databases)('a user who changes at the same moment on $name', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(database, {}, { PUBLIC_ORIGIN: ORIGIN, REGISTRATION: 'open' })
  })
  afterAll(() => server.close())

  /** Makes a call while another transaction deletes the user. @param isLate whether it deletes after the call began */
  async function whileDeleting({ id }: Person, call: () => Promise<string>, isLate = false): Promise<string> {
    const barrier = createBarrier()
    const deleting = transact(server.db, async (trx) => {
      await lockUsers(trx, [id])
      if (isLate) await barrier.stop()
      await trx.deleteFrom('users').where('id', '=', id).execute()
      if (!isLate) await barrier.stop()
    })
    await barrier.reached
    const calling = call()
    await untilBlocked(database, server.db, calling)
    barrier.release()
    await deleting
    return calling
  }

  it('A13 gets no challenge after a deletion', async () => {
    const ann = await server.signUp('ann')
    const asked = await whileDeleting(ann, () => refusal(ann.call('passkeyOptions', { body: {} })))
    expect(asked).toBe('401 unauthenticated')
  })

  it('A13 adds no passkey after a deletion', async () => {
    const ben = await server.signUp('ben')
    const { answer } = makeCredential(await granted(ben.call('passkeyOptions', { body: {} })), ORIGIN)
    const body = { name: 'Key', credential: answer }
    const added = await whileDeleting(ben, () => refusal(ben.call('addPasskey', { body })), true)
    expect(added).toBe('422 passkey')
    expect(await server.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })

  it('A12 is refused as for every other failure if the passkey is removed during a login', async () => {
    const cleo = await server.signUp('cleo')
    const options = await granted(cleo.call('passkeyOptions', { body: {} }))
    const { credential, answer } = makeCredential(options, ORIGIN)
    const { id } = await granted(cleo.call('addPasskey', { body: { name: 'Key', credential: answer } }))
    const used = useCredential(credential, await granted(server.anonymous('passkeyLoginOptions')), ORIGIN)
    const removing = await beginTransaction(server.db, async (trx) => {
      await lockUsers(trx, [cleo.id])
      await trx.deleteFrom('passkeys').where('id', '=', id).execute()
    })
    const loggingIn = refusal(server.anonymous('passkeyLogin', { body: { credential: used } }))
    await untilBlocked(database, server.db, loggingIn)
    await removing.commit()
    expect(await loggingIn).toBe('422 passkey')
  })

  it('A14 adds no passkey if the login ended after the call began', async () => {
    const dan = await server.signUp('dan')
    const { answer } = makeCredential(await granted(dan.call('passkeyOptions', { body: {} })), ORIGIN)
    const ending = await beginTransaction(server.db, async (trx) => {
      await lockUsers(trx, [dan.id])
      await deleteLoginsAndPasskeys(trx, dan.id)
    })
    const adding = refusal(dan.call('addPasskey', { body: { name: 'Key', credential: answer } }))
    await untilBlocked(database, server.db, adding)
    await ending.commit()
    expect(await adding).toBe('422 passkey')
    const stored = server.db.selectFrom('passkeys').select('id').where('user_id', '=', dan.id)
    expect(await stored.execute()).toEqual([])
  })
})
