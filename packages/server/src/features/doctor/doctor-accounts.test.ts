import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { databases } from '../../testing/databases.ts'
import { closedAfterEach, examine, worst } from '../../testing/doctor-setup.ts'
import { scriptedService } from '../../testing/scripted-service.ts'
import { link, startTestServer } from '../../testing/test-server.ts'
import { checkListeners } from './streaming.ts'

const onClose = closedAfterEach()

describe.each(databases)('O7 the doctor with linked accounts on $name', (database) => {
  it('O7 checks Premium and quota of an app without a secret with a linked account', async () => {
    const { dataDir, databaseUrl, remove } = await database.place()
    const server = await startTestServer({
      ...database,
      place: async () => ({ dataDir, databaseUrl, remove }),
    })
    onClose(server.close)
    const ann = await server.signUp('ann')
    await link(ann, 'ann')
    const service = await scriptedService({
      '/api/token': { status: 400, json: { error: 'invalid_grant' } },
      '/v1/search': { status: 403, text: 'Active premium subscription required for the owner of the app.' },
    })
    onClose(service.close)
    const look = async () =>
      (
        await examine(dataDir, {
          SPOTIFY_CLIENT_ID: 'an-app',
          SPOTIFY_ACCOUNTS_BASE: service.origin,
          SPOTIFY_API_BASE: `${service.origin}/v1`,
          ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: 'a key of at least 32 characters.' }),
        })
      ).filter(({ check }) => check === 'streaming')
    // The third finding is `skipped`, because the token of the built-in service is not sent to another service.
    expect((await look()).map(({ state }) => state)).toEqual(['ok', 'ok', 'skipped'])
    await server.db.updateTable('accounts').set({ owner_id: 'ann' }).execute()
    expect(worst('streaming', await look())?.text).toContain('has no Premium')
    await server.db.updateTable('accounts').set({ valid_until_sec: 1 }).execute()
    expect(worst('streaming', await look())).toBeUndefined()
  })

  it('O7 counts only listeners of Spotify, not accounts of the built-in service', async () => {
    const { dataDir, databaseUrl, remove } = await database.place()
    const server = await startTestServer({
      ...database,
      place: async () => ({ dataDir, databaseUrl, remove }),
    })
    onClose(server.close)
    const ann = await server.signUp('ann')
    await link(ann, 'ann')
    const count = async () => {
      const config = readConfig({
        DATA_DIR: dataDir,
        SPOTIFY_CLIENT_ID: 'an-app',
        ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: 'a key of at least 32 characters.' }),
      })
      return [await checkListeners(config)].flat().map(({ text }) => text.en)
    }
    expect(await count()).toEqual(['Connected listeners: 0 of 5.'])
    await server.db
      .updateTable('accounts')
      .set({ provider_user_id: 'aB3dE5fG7h', owner_id: 'ann-lindqvist', status: 'not-allowed' })
      .execute()
    expect(await count()).toEqual([
      'Connected listeners: 1 of 5.',
      '1 connected account is refused by the streaming service.',
    ])
  })
})
