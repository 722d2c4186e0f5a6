import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { granted, startTestServer, type TestServer } from '../../testing/test-server.ts'

const HOUR_MS = 3_600_000

describe('the music while nobody is active', () => {
  let fast: TestServer
  const fastClock = { aheadMs: 0 }
  beforeAll(async () => {
    fast = await startTestServer(undefined, { now: () => Date.now() + fastClock.aheadMs, pace: 100 })
  })
  afterAll(() => fast.close())

  /**
   * Opens a session with a stage. The owner starts a random song and leaves. @returns the connection of the stage, the
   * session id, and the owner
   */
  async function startAndLeave(name: string, sound: boolean) {
    const host = await fast.signUp(name)
    await granted(host.call('connectDirectly'))
    const [playlist] = await granted(host.call('providerPlaylists'))
    const body = [{ id: playlist?.id ?? '', load: true }]
    await granted(host.call('choosePlaylists', { body }))
    await fast.app.importsIdle()
    const { id } = await granted(
      host.call('createSession', { body: { title: name, managed: false, isPrivate: false } }),
    )
    const own = await listenLive(fast.address, host.token, id)
    const { code, secret } = await granted(fast.anonymous('createStage'))
    await granted(host.call('pairStage', { params: { ssid: id }, body: { code, sound } }))
    const live = await connectLiveAs(fast.address, secret)
    live.say({ type: 'open', ssid: id })
    await live.next('you')
    await granted(host.call('play', { params: { ssid: id } }))
    own.say({ type: 'close', ssid: id })
    // The poll of `play` keeps the owner active for 30 seconds, so the clock advances by 31 seconds.
    fastClock.aheadMs += 31_000
    const invitation = () => granted(fast.anonymous('invitation', { query: { ssid: id } }))
    await expect.poll(async () => (await invitation()).people).toBe(0)
    return { live, id, host }
  }

  const dueAt = async (id: string) =>
    (
      await fast.db
        .selectFrom('playbacks')
        .select('due_at')
        .where('session_id', '=', id)
        .executeTakeFirstOrThrow()
    ).due_at

  it('X10 the host sees which screens are on, and when the others were on last', async () => {
    const { live, host, id } = await startAndLeave('wall', false)
    const screen = async () => (await granted(host.call('stages', { params: { ssid: id } })))[0]
    expect((await screen())?.isOn).toBe(true)
    // Other calls store the use only once an hour.
    fastClock.aheadMs += HOUR_MS / 2
    await expect.poll(async () => (await screen())?.isOn).toBe(true)
    live.terminate()
    await expect
      .poll(async () => {
        fastClock.aheadMs += 3 * 60_000
        return (await screen())?.isOn
      })
      .toBe(false)
    expect((await screen())?.usedAt).toBeGreaterThan(Date.now() + HOUR_MS / 2 - 60_000)
  })

  it('X6 a speaker keeps it going with songs of the last visitors, for four hours', async () => {
    const { live, host, id } = await startAndLeave('loud', true)
    const first = await live.next('session', ({ session }) => session.nowPlaying.song !== null)
    const startedAt = first.session.nowPlaying.startTime ?? 0
    fastClock.aheadMs += HOUR_MS
    const { session } = await live.next(
      'session',
      (message) => (message.session.nowPlaying.startTime ?? 0) > startedAt,
    )
    expect(session.nowPlaying).toMatchObject({ chosen: 'random', by: { id: host.id } })
    expect(session.activeCount).toBe(0)
    fastClock.aheadMs += 4 * HOUR_MS
    await expect.poll(() => dueAt(id)).toBeNull()
  })

  it('X6 P5 a speaker keeps it going if the clock of the server is set back', async () => {
    const { live } = await startAndLeave('back', true)
    const isPlaying = await live.next('session', ({ session }) => session.nowPlaying.song !== null)
    const startedAt = isPlaying.session.nowPlaying.startTime ?? 0
    fastClock.aheadMs -= HOUR_MS
    const isOlder = (startTime: number | null) => startTime !== null && startTime < startedAt
    const { session } = await live.next('session', (message) => isOlder(message.session.nowPlaying.startTime))
    expect(session.nowPlaying).toMatchObject({ mode: 'active', chosen: 'random' })
    fastClock.aheadMs += HOUR_MS
  })

  it('X6 P6 a silent stage does not keep it going', async () => {
    const { id } = await startAndLeave('quiet', false)
    fastClock.aheadMs += HOUR_MS
    await expect.poll(() => dueAt(id)).toBeNull()
  })
})
