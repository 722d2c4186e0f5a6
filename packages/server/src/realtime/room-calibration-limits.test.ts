import { liveClose } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveClient, listenLive } from '../testing/live-client.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../testing/session-fixture.ts'

const deviceId = (name: string) => `device-of-${name}`
const device = (name: string, correctionMs = 0) => ({
  device: deviceId(name),
  ...{ name, state: 'ready', correctionMs },
})

describe('what a person cannot do to the calibration of others', () => {
  let fixture: SessionFixture
  let second: Awaited<ReturnType<SessionFixture['startSecondServer']>>
  let ann: TestUser
  let ben: TestUser
  let ssid: string
  let runs = 0

  beforeAll(async () => {
    fixture = await openSessionFixture()
    second = await fixture.startSecondServer()
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    ssid = await openSession(ann, ben)
  })

  const listen = (user: TestUser, origin = fixture.origin) => listenLive(origin, user.token, ssid)
  const act = (live: LiveClient, calibration: string, what: object) =>
    live.say({ type: 'calibrate', ssid, calibration, act: what })
  const ask = async (live: LiveClient) => {
    const run = `calibration-${(runs += 1)}-of-a-test`
    act(live, run, { do: 'ask' })
    await news(live, 'asked')
    return run
  }
  const join = (live: LiveClient, run: string, name: string, correctionMs = 0) =>
    act(live, run, { do: 'join', device: device(name, correctionMs) })
  const news = async (live: LiveClient, what: string) => {
    const message = await live.next('calibration', (each) => each.news.do === what)
    return message.news
  }
  /** Waits until the server has handled everything that the client sent before. */
  const awaitHandled = async (live: LiveClient) => {
    live.say({ type: 'open', ssid })
    await live.next('you')
  }
  /**
   * Counts the calibration messages that a client has received. First it waits until the server has handled all
   * messages of `others`.
   */
  const countNews = async (live: LiveClient, ...others: LiveClient[]) => {
    for (const each of [...others, live]) await awaitHandled(each)
    let count = 0
    for (; live.hasReceived('calibration'); count += 1) await live.next('calibration')
    return count
  }

  it('Y5 the name of a device cannot change the text around it', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben)]
    const run = await ask(atAnn)
    act(atBen, run, { do: 'join', device: { ...device('ben'), name: ' <b>Kit\u202echen\u0007\u2066\n ' } })
    expect(await news(atAnn, 'joined')).toMatchObject({ device: { name: '<b>Kitchen' } })
  })

  it.each([['one server'], ['two servers']])(
    'Y5 a page takes part with one device, and a person with eight, on %s',
    async (where) => {
      const origin = where === 'one server' ? fixture.origin : second.origin
      const atAnn = await listen(ann)
      const atBen = await listen(ben, origin)
      const run = await ask(atAnn)
      for (let count = 0; count < 60; count += 1) join(atBen, run, `ben-${count}`)
      expect(await countNews(atAnn, atBen)).toBe(1)
      const others: LiveClient[] = []
      for (let count = 1; count < 12; count += 1) {
        const other = await listen(ben, origin)
        join(other, run, `ben-tab-${count}`)
        others.push(other)
      }
      expect(await countNews(atAnn, ...others)).toBe(7)
      // The limit of Ben's devices does not stop Ann's device.
      join(atAnn, run, 'ann')
      expect(await news(atAnn, 'joined')).toMatchObject({ by: ann.id })
    },
  )

  it('Y5 a person answers at most a hundred times', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben)]
    const run = await ask(atAnn)
    for (let count = 0; count < 150; count += 1) join(atBen, run, 'ben', count)
    expect(await countNews(atAnn, atBen)).toBe(100)
  })

  it('Y6 a calibration has at most fifty devices', async () => {
    const atAnn = await listen(ann)
    const run = await ask(atAnn)
    const others: LiveClient[] = []
    for (let person = 0; person < 7; person += 1) {
      const user = await fixture.addUser('crowd')
      await granted(user.call('session', { params: { ssid } }))
      for (let tab = 0; tab < 8; tab += 1) {
        const live = await listen(user)
        join(live, run, `${person}-${tab}`)
        others.push(live)
      }
    }
    expect(await countNews(atAnn, ...others)).toBe(50)
    // A device that leaves makes room for another one.
    act(others[0] ?? atAnn, run, { do: 'leave', device: deviceId('0-0') })
    expect(await news(atAnn, 'left')).toMatchObject({ device: deviceId('0-0') })
    join(atAnn, run, 'ann')
    expect(await news(atAnn, 'joined')).toMatchObject({ by: ann.id })
  })

  it('Y6 a calibration measures at most ten times', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben)]
    const run = await ask(atAnn)
    await news(atBen, 'asked')
    for (const [live, name] of [
      [atAnn, 'ann'],
      [atBen, 'ben'],
    ] as const) {
      join(live, run, name)
      await awaitHandled(live)
    }
    const devices = [deviceId('ann'), deviceId('ben')]
    for (let count = 0; count < 10; count += 1) {
      act(atAnn, run, { do: 'measure', devices })
      expect(await news(atBen, 'schedule')).toMatchObject({ devices })
    }
    act(atAnn, run, { do: 'measure', devices })
    expect(await news(atAnn, 'ended')).toEqual({ do: 'ended', reason: 'limit' })
    expect(await countNews(atBen)).toBe(0)
  })

  it('Y6 the owner need not wait for the calibration of a person without a role', async () => {
    const [atBen, atAnn] = [await listen(ben), await listen(ann, second.origin)]
    const own = await ask(atBen)
    const run = await ask(atAnn)
    expect(await news(atBen, 'ended')).toEqual({ do: 'ended', reason: 'busy' })
    expect(await news(atBen, 'asked')).toMatchObject({ by: ann.id })
    join(atBen, own, 'ben')
    expect(await news(atBen, 'ended')).toEqual({ do: 'ended', reason: 'cancelled' })
    join(atBen, run, 'ben')
    expect(await news(atAnn, 'joined')).toMatchObject({ by: ben.id })
    act(atBen, 'calibration-of-ben-again', { do: 'ask' })
    expect(await news(atBen, 'ended')).toEqual({ do: 'ended', reason: 'busy' })
  })

  it.each([-1, 501])('Y7 a result with an error of ± %d ms ends the connection', async (withinMs) => {
    const atAnn = await listen(ann)
    const run = await ask(atAnn)
    const results = [{ device: deviceId('ann'), correctionMs: 100, withinMs }]
    act(atAnn, run, { do: 'finish', results })
    expect(await atAnn.closed).toBe(liveClose.malformed)
  })

  it('Y7 results reach the devices that were measured, once, and no others', async () => {
    const [atAnn, atBen, alsoBen] = [await listen(ann), await listen(ben), await listen(ben, second.origin)]
    const run = await ask(atAnn)
    join(atAnn, run, 'ann')
    join(atBen, run, 'ben')
    join(alsoBen, run, 'also')
    for (const live of [atAnn, atBen, alsoBen]) await awaitHandled(live)
    const results = ['ann', 'ben', 'also'].map((name) => ({
      ...{ device: deviceId(name), correctionMs: 100, withinMs: 1 },
    }))
    act(atAnn, run, { do: 'finish', results })
    await awaitHandled(atAnn)
    const devices = [deviceId('ann'), deviceId('ben')]
    act(atAnn, run, { do: 'measure', devices })
    await news(atBen, 'schedule')
    expect(await countNews(alsoBen)).toBe(1)
    for (let count = 0; count < 3; count += 1) act(atAnn, run, { do: 'finish', results })
    expect(await news(atBen, 'results')).toEqual({ do: 'results', results: results.slice(0, 2) })
    expect(await countNews(atBen, atAnn)).toBe(1)
    expect(await countNews(alsoBen)).toBe(0)
  })

  it('Y6 one device that is named twice is not measured', async () => {
    const atAnn = await listen(ann)
    const run = await ask(atAnn)
    join(atAnn, run, 'ann')
    act(atAnn, run, { do: 'measure', devices: [deviceId('ann'), deviceId('ann')] })
    expect(await news(atAnn, 'ended')).toEqual({ do: 'ended', reason: 'devices' })
  })

  it('Y6 S5 a banned person leaves the calibration, and takes part in none', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben, second.origin)]
    const run = await ask(atAnn)
    join(atBen, run, 'ben')
    await news(atAnn, 'joined')
    await granted(ann.call('setBan', { params: { ssid, id: ben.id }, body: { banned: true } }))
    expect(await news(atAnn, 'left')).toEqual({ do: 'left', device: deviceId('ben') })
    await atBen.next('gone')
    for (const what of [{ do: 'join', device: device('ben') }, { do: 'ask' }, { do: 'cancel' }])
      act(atBen, run, what)
    atBen.say({ type: 'open', ssid })
    await atBen.next('gone')
    expect(await countNews(atAnn)).toBe(0)
  })
})
