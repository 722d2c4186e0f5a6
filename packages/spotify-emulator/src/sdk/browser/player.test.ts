import { expect, it, onTestFinished, vi } from 'vitest'
import { DevicePlayer } from './player.js'
import { page, pass, setUpPage, tearDownPage } from './testing/device-playback.ts'

const addresses = { dealerUrl: 'ws://127.0.0.1:9/', silenceUrl: '/silence.wav', resolve: String }
const elements = () => document.querySelectorAll('audio').length

it('leaves nothing in the page after disconnect', () => {
  const before = elements()
  const player = new DevicePlayer(addresses, { name: 'Page', getOAuthToken: (answer) => answer('token') })
  expect(elements()).toBe(before + 2)
  player.disconnect()
  expect(elements()).toBe(before)
})

it('Q8 has no address for a preview without a connection', async () => {
  const player = new DevicePlayer(addresses, { name: 'Page', getOAuthToken: (answer) => answer('token') })
  expect(await player.soundAddress('spotify:track:a')).toBeNull()
  player.disconnect()
})

it('M9 without a song, a suspended player stops its timers and its graph', async () => {
  setUpPage()
  onTestFinished(tearDownPage)
  const player = new DevicePlayer(addresses, { name: 'Page', getOAuthToken: (answer) => answer('token') })
  void player.activateElement()
  await pass(1000)
  const suspend = vi.fn<() => Promise<void>>(async () => undefined)
  Object.assign(page.context ?? {}, { suspend })
  player.suspend()
  await pass(2000)
  expect([suspend.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  player.disconnect()
})
