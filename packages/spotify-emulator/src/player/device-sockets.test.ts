import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { accessLifetimeMs } from '../store/grants.ts'
import { deviceIdOf, page } from '../testing/device.ts'
import { startEmulator, type TestEmulator } from '../testing/test-emulator.ts'
import { toneLibrary } from '../testing/tone-library.ts'

afterEach(() => void vi.useRealTimers())

/** Opens a socket that has sent nothing yet. `closed` resolves with the code of the close. */
async function openSocket({ base }: TestEmulator) {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/dealer`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, closed }
}

it('B3 refuses a page whose token has expired', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { access_token: token } = await emulator.link('ann')
  nowMs += accessLifetimeMs - 1
  expect((await page(emulator, token, deviceIdOf('a'))).greeting).toEqual({ type: 'registered' })
  nowMs += 1
  expect((await page(emulator, token, deviceIdOf('b'))).greeting).toEqual({
    type: 'refused',
    event: 'authentication_error',
    message: 'Authentication failed',
  })
})

it('B3 a page cannot go on with the token of another grant', async () => {
  const emulator = await startEmulator()
  const [mine, other] = [await emulator.link('ann'), await emulator.link('ann')]
  const device = await page(emulator, mine.access_token, deviceIdOf('a'))
  device.send({ type: 'token', token: mine.access_token })
  await device.awaitHandled()
  device.send({ type: 'token', token: other.access_token })
  expect(await device.closed).toBe(4002)
})

it('B3 a page registers once, and stays the same device', async () => {
  const emulator = await startEmulator()
  const [mine, other] = [await emulator.link('ann'), await emulator.link('ben')]
  const device = await page(emulator, mine.access_token, deviceIdOf('a'))
  for (const { access_token: token } of [mine, other])
    device.send({ type: 'hello', token, deviceId: deviceIdOf('b'), name: 'Again', volumePercent: 80 })
  await device.awaitHandled()
  const devicesOf = async (token: string) => (await emulator.call(token, 'GET', '/me/player/devices')).text
  expect(await devicesOf(mine.access_token)).toContain(deviceIdOf('a'))
  for (const { access_token: token } of [mine, other])
    expect(await devicesOf(token)).not.toContain(deviceIdOf('b'))
})

it('B4 a socket that does not register ends after ten seconds', async () => {
  const emulator = await startEmulator()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { socket, closed } = await openSocket(emulator)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  await vi.advanceTimersByTimeAsync(1)
  expect(await closed).toBe(4000)
})

it('B4 a message of more than 16 KiB ends the socket', async () => {
  const { socket, closed } = await openSocket(await startEmulator())
  socket.send('x'.repeat(16 * 1024 + 1))
  expect(await closed).toBe(1009)
})

it('B4 a page that does not read its messages is disconnected', async () => {
  const library = toneLibrary()
  const catalogue = library.catalogue()
  // The long titles fill the buffers of the connection after a few messages.
  const tracks = new Map(
    [...catalogue.tracks].map(([id, track]) => [id, { ...track, title: 'x'.repeat(100_000) }]),
  )
  const emulator = await startEmulator({
    library: { ...library, catalogue: () => ({ ...catalogue, tracks }) },
    faults: { deviceReapMs: 0 },
  })
  const { access_token: token } = await emulator.link('ann')
  const { socket } = await openSocket(emulator)
  onTestFinished(() => socket.terminate())
  const registered = new Promise((resolve) => socket.once('message', resolve))
  socket.send(
    JSON.stringify({ type: 'hello', token, deviceId: deviceIdOf('a'), name: 'Car', volumePercent: 1 }),
  )
  await registered
  const call = async (method: string, path: string, body?: unknown) =>
    (await emulator.call(token, method, `/me/player${path}`, body)).status
  const uris = [...tracks.keys()].map((id) => `spotify:track:${id}`)
  expect(await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris, offset: { position: 5 } })).toBe(204)

  socket.pause()
  const statuses = new Set<number>()
  for (let count = 0; count < 200; count += 1) statuses.add(await call('PUT', '/shuffle?state=true'))
  expect([...statuses]).toEqual([204, 404])
  const devices = async () => (await emulator.call(token, 'GET', '/me/player/devices')).json
  await expect.poll(devices).toEqual({ devices: [] })
})
