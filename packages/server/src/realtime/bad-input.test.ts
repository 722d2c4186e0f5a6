import { LIVE_PATH, liveClose } from '@jointly/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectLive, connectLiveAs, type LiveClient, listenLive } from '../testing/live-client.ts'
import { saveOver } from '../testing/managed-session.ts'
import { openSession } from '../testing/session-fixture.ts'
import { granted, PASSWORD, type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

describe('a live connection with wrong messages', () => {
  let server: TestServer
  let ann: Person
  let ben: Person
  let people = 0

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    people += 1
    ann = await server.signUp(`ann${people}`)
    ben = await server.signUp(`ben${people}`)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const connect = () => connectLive(server.address)
  const connectAs = ({ token }: Person) => connectLiveAs(server.address, token)
  const listen = ({ token }: Person, ssid: string) => listenLive(server.address, token, ssid)
  const isHeard = async (live: LiveClient) => {
    live.say({ type: 'clock', sentMs: 7 })
    await live.next('clock', ({ sentMs }) => sentMs === 7)
  }

  it('A1 ends when no message arrives within five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = await connect()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(silent.isOpen()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(await silent.closed).toBe(liveClose.helloTimeout)
  })

  it.each(['open', 'close', 'clock'])('A1 ends when its first message is %s', async (type) => {
    const live = await connect()
    live.say({ type, ssid: crypto.randomUUID(), sentMs: 1 })
    expect(await live.closed).toBe(liveClose.unauthenticated)
  })

  it.each(['', 'hello', '{"type":', 'null', '[]', '7', '{"type":"hello"}', '{"type":"open","ssid":"7"}'])(
    'E1 ends when it sends %j',
    async (text) => {
      const [stranger, known] = [await connect(), await connectAs(ann)]
      for (const live of [stranger, known]) {
        live.say(text)
        expect(await live.closed).toBe(liveClose.malformed)
      }
    },
  )

  it('E1 ends when it sends binary data, even if the bytes are a valid hello', async () => {
    const socket = new WebSocket(server.address.replace('http', 'ws') + LIVE_PATH)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.send(Buffer.from(JSON.stringify({ type: 'hello', token: ann.token })), { binary: true })
    expect(await closed).toBe(liveClose.malformed)
  })

  it('E1 ends when a message is too long, and other connections stay open', async () => {
    const [long, other] = [await connectAs(ann), await connectAs(ben)]
    long.say('x'.repeat(5_000))
    expect(await long.closed).toBe(1009)
    await isHeard(other)
  })

  it('A1 keeps its user when it sends another hello, with any token', async () => {
    const ssid = await openSession(ann)
    const live = await listen(ann, ssid)
    live.say({ type: 'hello', token: ben.token })
    live.say({ type: 'hello', token: 'unknown' })
    await isHeard(live)
    const { active } = await granted(ann.call('session', { params: { ssid } }))
    expect(active.map(({ id }) => id)).toEqual([ann.id])
  })

  it('A2 ends when its login ends, and connections of the user’s other logins stay open', async () => {
    const body = { username: ann.username, password: PASSWORD }
    const { active } = await granted(server.anonymous('login', { body }))
    const [ended, other] = [await connectAs(ann), await connectAs({ ...ann, token: active.token })]
    await granted(ann.call('logout'))
    expect(await ended.closed).toBe(liveClose.unauthenticated)
    await isHeard(other)
    const again = await connect()
    again.say({ type: 'hello', token: ann.token })
    expect(await again.closed).toBe(liveClose.unauthenticated)
  })

  it('A2 cannot open a session after its login has ended, even if the client does not close it', async () => {
    const ssid = await openSession(ben)
    const live = await connectAs(ann)
    live.stopReading()
    await granted(ann.call('logout'))
    live.say({ type: 'open', ssid })
    const other = await connectAs(ben)
    await isHeard(other)
    const { active } = await granted(ben.call('session', { params: { ssid } }))
    expect(active.map(({ id }) => id)).toEqual([ben.id])
  })

  it('S5 gets nothing more about a session that bans the user, and cannot open it again', async () => {
    const ssid = await openSession(ann, ben)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const live = await listen(ben, ssid)
    await granted(saveOver(ann, ssid, { banned: [{ user_id: ben.id }] }))
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'banned' })
    live.say({ type: 'open', ssid })
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'banned' })
    const { active } = await granted(ann.call('session', { params: { ssid } }))
    expect(active.map(({ id }) => id)).not.toContain(ben.id)
  })

  it('S2 gets “gone” when it opens a session that does not exist', async () => {
    const live = await connectAs(ann)
    const ssid = crypto.randomUUID()
    live.say({ type: 'open', ssid })
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'not-found' })
  })

  it('S4 may close a session that is not open, or close one twice', async () => {
    const [never, twice] = [await openSession(ann), await openSession(ann)]
    const live = await listen(ben, twice)
    for (const ssid of [never, twice, twice]) live.say({ type: 'close', ssid })
    await isHeard(live)
    for (const ssid of [never, twice]) {
      const { active } = await granted(ann.call('session', { params: { ssid } }))
      expect(active.map(({ id }) => id)).toEqual([ann.id])
    }
  })

  it('S4 may open ten sessions, one of them twice, and ends with the eleventh', async () => {
    const live = await connectAs(ann)
    const ssids: string[] = []
    for (let count = 0; count < 11; count += 1) ssids.push(await openSession(ann))
    for (const ssid of [...ssids.slice(0, 10), ssids[0]]) live.say({ type: 'open', ssid })
    for (const ssid of ssids.slice(0, 10)) await live.next('you', (you) => you.ssid === ssid)
    await isHeard(live)
    live.say({ type: 'open', ssid: ssids[10] })
    expect(await live.closed).toBe(liveClose.tooMany)
  })
})
