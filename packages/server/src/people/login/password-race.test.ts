import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, PASSWORD, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { setPasswordHash } from '../users.ts'
import { createPasswords } from './passwords.ts'

describe.each(databases)('logins while the password is changed, on $name', (factory) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(factory)
  })
  afterAll(() => server.close())

  const hashOfNew = async (): Promise<string> => {
    const passwordHash = await createPasswords().hash('a-better-one-1', 'nobody', 'password')
    if (typeof passwordHash !== 'string') throw new Error('a common password')
    return passwordHash
  }

  const loginCount = async (db: Db, userId: string) =>
    (await db.selectFrom('tokens').select('id').where('user_id', '=', userId).execute()).length

  it('A2 one with the old password is refused if the password changes after it was checked', async () => {
    const ann = await server.signUp('ann')
    const passwordHash = await hashOfNew()
    const changing = await beginTransaction(server.db, async (trx) => {
      await setPasswordHash(trx, ann.id, passwordHash)
      await trx.deleteFrom('tokens').where('user_id', '=', ann.id).execute()
    })
    const loggingIn = server.anonymous('login', { body: { username: 'ann', password: PASSWORD } })
    await untilBlocked(factory, server.db, loggingIn)
    await changing.commit()
    expect(await refusal(loggingIn)).toBe('401 credentials')
    expect(await loginCount(server.db, ann.id)).toBe(0)
  })

  it('A2 one that begins just before the change is ended by it', async () => {
    const ben = await server.signUp('ben')
    const loggingIn = await beginTransaction(server.db, async (trx) => {
      await lockUsers(trx, [ben.id])
      const login = {
        id: 'old',
        user_id: ben.id,
        hash: 'old',
        created_at: 1,
        extended_at: 1,
        expires_at: 8e15,
      }
      await trx.insertInto('tokens').values(login).execute()
    })
    const changing = ben.call('changePassword', {
      body: { password: PASSWORD, newPassword: 'a-better-one-1' },
    })
    await untilBlocked(factory, server.db, changing)
    await loggingIn.commit()
    await granted(changing)
    expect(await loginCount(server.db, ben.id)).toBe(1)
  })

  it('A2 a change is refused if another change comes after its password was checked', async () => {
    const cleo = await server.signUp('cleo')
    const passwordHash = await hashOfNew()
    const first = await beginTransaction(server.db, (trx) => setPasswordHash(trx, cleo.id, passwordHash))
    const second = cleo.call('changePassword', {
      body: { password: PASSWORD, newPassword: 'of-somebody-else-1' },
    })
    await untilBlocked(factory, server.db, second)
    await first.commit()
    expect(await refusal(second)).toBe('422 invalid')
    expect(
      await refusal(
        server.anonymous('login', { body: { username: 'cleo', password: 'of-somebody-else-1' } }),
      ),
    ).toBe('401 credentials')
  })

  it('A7 a deletion is refused if the password changes after it was checked', async () => {
    const dan = await server.signUp('dan')
    const passwordHash = await hashOfNew()
    const changing = await beginTransaction(server.db, (trx) => setPasswordHash(trx, dan.id, passwordHash))
    const deleting = dan.call('deleteUser', { body: { password: PASSWORD } })
    await untilBlocked(factory, server.db, deleting)
    await changing.commit()
    expect(await refusal(deleting)).toBe('422 invalid')
  })
})
