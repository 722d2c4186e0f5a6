import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { accessLifetimeMs } from '../store/grants.ts'
import { deviceIdOf, page } from '../testing/device.ts'
import { startEmulator, type TestEmulator } from '../testing/test-emulator.ts'

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
