import { freePort } from '@jointly/dev/world/free-port'
import { expect, it } from 'vitest'
import { openLiveCrowd } from '../live/live-crowd.ts'
import { openLoad, request } from './load.ts'

it('a load ends with an error if its process fails, and can be closed', async () => {
  const load = openLoad()
  const scripts = [[request('GET', '/', {})]]
  const run = load.run({ port: await freePort(), scripts, durationMs: 1, perSecond: null })
  await expect(run).rejects.toThrow('load-client.ts ended')
  await load.close()
})

it('a live crowd ends with an error if its process fails, and can be closed', async () => {
  const crowd = openLiveCrowd()
  const origin = `http://127.0.0.1:${await freePort()}`
  const entry = crowd.enter(origin, [{ room: 'kitchen', token: null }], 0)
  await expect(entry).rejects.toThrow('live-client.ts ended')
  await crowd.close()
})
