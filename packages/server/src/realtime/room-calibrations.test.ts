import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveClient, listenLive } from '../testing/live-client.ts'
import {
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../testing/session-fixture.ts'

const device = (name: string, state = 'ready') => ({
  device: `device-of-${name}`,
  ...{ name, state, correctionMs: 0 },
})

describe('calibrations over live connections', () => {
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
  const newRun = () => `calibration-${(runs += 1)}-of-a-test`
  const act = (live: LiveClient, calibration: string, what: object) =>
    live.say({ type: 'calibrate', ssid, calibration, act: what })
  const news = async (live: LiveClient, what: string) => {
    const message = await live.next('calibration', (each) => each.news.do === what)
    return message.news
  }
  /** Waits until the server has handled everything that the client sent before. */
  const awaitHandled = async (live: LiveClient) => {
    live.say({ type: 'open', ssid })
    await live.next('you')
  }

  it('Y5 Y6 the owner measures devices on two servers: they join, play at one time, and get their results', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben, second.origin)]
    const run = newRun()
    act(atAnn, run, { do: 'ask' })
    expect(await news(atAnn, 'asked')).toMatchObject({ isOwn: true })
    expect(await news(atBen, 'asked')).toMatchObject({ isOwn: false, by: ann.id })
    act(atAnn, run, { do: 'join', device: device('ann') })
    expect(await news(atAnn, 'joined')).toMatchObject({ by: ann.id })
    act(atBen, run, { do: 'join', device: device('ben') })
    expect(await news(atAnn, 'joined')).toMatchObject({ by: ben.id, device: device('ben') })
    const devices = ['device-of-ann', 'device-of-ben']
    act(atAnn, run, { do: 'measure', devices })
    const schedule = await news(atAnn, 'schedule')
    expect(schedule).toMatchObject({ devices })
    expect(await news(atBen, 'schedule')).toEqual(schedule)
    const results = [{ device: 'device-of-ben', correctionMs: 182, withinMs: 2 }]
    act(atAnn, run, { do: 'finish', results })
    expect(await news(atBen, 'results')).toEqual({ do: 'results', results })
    atBen.terminate()
    expect(await news(atAnn, 'left')).toEqual({ do: 'left', device: 'device-of-ben' })
  })

  it('Y5 a person without a role reaches only their own devices', async () => {
    const [atAnn, atBen, alsoBen] = [await listen(ann), await listen(ben), await listen(ben)]
    const run = newRun()
    act(atBen, run, { do: 'ask' })
    for (const live of [atBen, alsoBen]) expect(await news(live, 'asked')).toMatchObject({ isOwn: true })
    act(atAnn, run, { do: 'join', device: device('ann') })
    await awaitHandled(atAnn)
    act(alsoBen, run, { do: 'join', device: device('also') })
    expect(await news(atBen, 'joined')).toMatchObject({ by: ben.id })
    expect(atAnn.hasReceived('calibration')).toBe(false)
  })

  it('Y6 only the client that asked measures, finishes and cancels, and only with devices that are ready', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben)]
    const run = newRun()
    act(atAnn, run, { do: 'ask' })
    await news(atBen, 'asked')
    act(atAnn, run, { do: 'join', device: device('ann') })
    act(atBen, run, { do: 'join', device: device('ben', 'muted') })
    const devices = ['device-of-ann', 'device-of-ben']
    for (const what of [{ do: 'measure', devices }, { do: 'finish', results: [] }, { do: 'cancel' }])
      act(atBen, run, what)
    // Ben's client cannot join or leave for Ann's device.
    act(atBen, run, { do: 'join', device: device('ann', 'muted') })
    act(atBen, run, { do: 'leave', device: 'device-of-ann' })
    await awaitHandled(atBen)
    act(atAnn, run, { do: 'measure', devices })
    expect(await news(atAnn, 'ended')).toEqual({ do: 'ended', reason: 'devices' })
    act(atBen, run, { do: 'join', device: device('ben') })
    await awaitHandled(atBen)
    act(atAnn, run, { do: 'measure', devices })
    expect(await news(atAnn, 'schedule')).toMatchObject({ devices })
  })

  it('Y6 a second calibration is refused until the first one ends, also if its client is gone', async () => {
    const [atAnn, atBen] = [await listen(ann), await listen(ben, second.origin)]
    const [first, other] = [newRun(), newRun()]
    act(atAnn, first, { do: 'ask' })
    await news(atBen, 'asked')
    act(atBen, other, { do: 'ask' })
    expect(await news(atBen, 'ended')).toEqual({ do: 'ended', reason: 'busy' })
    atAnn.terminate()
    expect(await news(atBen, 'ended')).toEqual({ do: 'ended', reason: 'left' })
    act(atBen, newRun(), { do: 'ask' })
    expect(await news(atBen, 'asked')).toMatchObject({ isOwn: true })
  })

  it('Y6 a person who asks again replaces the own calibration, also on another server', async () => {
    // The first client does not leave its calibration. This is the same as if it has lost its connection.
    const [first, again] = [await listen(ann), await listen(ann, second.origin)]
    act(first, newRun(), { do: 'ask' })
    await news(again, 'asked')
    const run = newRun()
    act(again, run, { do: 'ask' })
    expect(await news(again, 'asked')).toMatchObject({ isOwn: true })
    expect(await news(first, 'ended')).toEqual({ do: 'ended', reason: 'busy' })
    act(again, run, { do: 'join', device: device('ann') })
    expect(await news(again, 'joined')).toMatchObject({ by: ann.id })
  })

  it('Y6 a calibration ends when the server of its client may be lost', async () => {
    const [atAnn, atBen] = [await listen(ann, second.origin), await listen(ben)]
    const run = newRun()
    act(atAnn, run, { do: 'ask' })
    await news(atBen, 'asked')
    act(atBen, run, { do: 'join', device: device('ben') })
    await news(atAnn, 'joined')
    fixture.bus.publishLocally({ type: 'missed' })
    expect(await news(atBen, 'ended')).toEqual({ do: 'ended', reason: 'left' })
    expect(await news(atAnn, 'left')).toEqual({ do: 'left', device: 'device-of-ben' })
    act(atBen, newRun(), { do: 'ask' })
    expect(await news(atBen, 'asked')).toMatchObject({ isOwn: true })
  })

  it('Y6 a person starts at most six calibrations in ten minutes', async () => {
    const atAnn = await listen(ann)
    for (let count = 0; count < 6; count += 1) {
      const run = newRun()
      act(atAnn, run, { do: 'ask' })
      await news(atAnn, 'asked')
      act(atAnn, run, { do: 'cancel' })
      await news(atAnn, 'ended')
    }
    act(atAnn, newRun(), { do: 'ask' })
    expect(await news(atAnn, 'ended')).toEqual({ do: 'ended', reason: 'limit' })
  })

  it('Y5 a session that the client has not opened has no calibration', async () => {
    const atBen = await listen(ben)
    atBen.say({ type: 'close', ssid })
    act(atBen, newRun(), { do: 'ask' })
    await awaitHandled(atBen)
    expect(atBen.hasReceived('calibration')).toBe(false)
  })
})
