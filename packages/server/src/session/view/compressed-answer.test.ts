import { SessionAnswer } from '@jointly/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
} from '../../testing/session-fixture.ts'

let fixture: SessionFixture

beforeAll(async () => {
  fixture = await openSessionFixture()
})
afterAll(() => fixture.close())

it('D2 a large answer is compressed for a client that has none yet, and its tag is weak', async () => {
  const ann = await fixture.addUser('ann')
  const ssid = await openSession(ann)
  const get = (known: Record<string, string> = {}) =>
    fetch(`${fixture.origin}/api/session/${ssid}?sound=off`, {
      headers: { authorization: `Bearer ${ann.token}`, 'accept-encoding': 'gzip', ...known },
    })
  const encodingOf = async (known?: Record<string, string>) =>
    (await get(known)).headers.get('content-encoding')
  expect(await encodingOf()).toBeNull()
  const names = Array.from({ length: 60 }, (_, number) => `song${number}`)
  await fixture.addSongs(names)
  for (const songID of names) await granted(ann.call('voteUp', { params: { ssid }, body: { songID } }))
  const first = await get()
  expect(['content-encoding', 'vary'].map((name) => first.headers.get(name))).toEqual([
    'gzip',
    'accept-encoding',
  ])
  expect(SessionAnswer.parse(await first.json()).votes).toHaveLength(60)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  // Polls are not compressed, because the server answers many of them.
  expect(await encodingOf({ 'if-none-match': '"older"' })).toBeNull()
})
