import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Loss, whileLosing } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { openManagedSession } from '../../testing/managed-session.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

describe.each(databases)('the stages of a manager who loses the role, on $name', (factory) => {
  let server: TestServer
  let owner: Person
  let manager: Person
  let ssid: string
  let round = 0

  beforeAll(async () => {
    server = await startTestServer(factory)
    await server.signUp('first')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    round += 1
    owner = await server.signUp(`owner${round}`)
    manager = await server.signUp(`manager${round}`)
    const named = (person: Person) => ({ ...person, name: person.username })
    ssid = await openManagedSession(named(owner), [[named(manager), 'manager']])
  })

  const newStage = () => granted(server.anonymous('createStage'))
  const pair = (host: Person, code: string) =>
    host.call('pairStage', { params: { ssid }, body: { code, sound: true } })
  const stages = () => granted(owner.call('stages', { params: { ssid } }))
  const calling = <T>(loss: Loss, call: () => Promise<T>): Promise<T> =>
    whileLosing(factory, server.db, { ssid, userId: manager.id, loss }, call)

  describe.each([
    ['role', '403 forbidden'],
    ['ban', '403 banned'],
  ] as const)('because of a new %s', (loss, refused) => {
    it('X1 X3 pairs no screen, and the code still works', async () => {
      const { code, secret } = await newStage()
      expect(await calling(loss, () => refusal(pair(manager, code)))).toBe(refused)
      expect(await stages()).toEqual([])
      expect(await granted(server.anonymous('stageState', { body: { secret } }))).toEqual({
        ssid: null,
        sound: false,
      })
      expect(await granted(pair(owner, code))).toHaveLength(1)
    })

    it('X1 X5 X10 changes no screen', async () => {
      const [stage] = await granted(pair(owner, (await newStage()).code))
      const params = { ssid, id: stage?.id ?? '' }
      const body = { sound: false, name: 'Bar' }
      const changing = () => refusal(manager.call('changeStage', { params, body }))
      expect(await calling(loss, changing)).toBe(refused)
      expect(await stages()).toEqual([stage])
    })

    it('X1 X3 removes no screen', async () => {
      const [stage] = await granted(pair(owner, (await newStage()).code))
      const params = { ssid, id: stage?.id ?? '' }
      const removing = () => refusal(manager.call('removeStage', { params }))
      expect(await calling(loss, removing)).toBe(refused)
      expect(await stages()).toEqual([stage])
    })
  })
})
