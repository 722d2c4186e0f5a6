import { expect, it, onTestFinished, vi } from 'vitest'
import { DevicePlayer } from './player.js'
import { commandOf, page, pass, setUpPage, tearDownPage, untilSound } from './testing/device-playback.ts'

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

/** Connects a player to a fake provider, which lets it play a song. Then pauses the song, and waits until the player rests. */
async function playAndPause(player: DevicePlayer) {
  const socket = Object.assign(new EventTarget(), { readyState: 1, send: () => {}, close: () => {} })
  vi.stubGlobal('WebSocket', function WebSocket() {
    return socket
  })
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  void player.connect()
  socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(commandOf('1')) }))
  await untilSound()
  await player.pause()
  await pass(2000)
}

it.each([
  { loaded: 'no song', prepare: async () => undefined },
  { loaded: 'a paused song', prepare: playAndPause },
])('M9 with $loaded, a suspended player stops its timers and its graph', async ({ prepare }) => {
  setUpPage()
  onTestFinished(tearDownPage)
  const player = new DevicePlayer(addresses, { name: 'Page', getOAuthToken: (answer) => answer('token') })
  await prepare(player)
  const timers = vi.getTimerCount()
  void player.activateElement()
  await pass(1000)
  const suspend = vi.fn<() => Promise<void>>(async () => undefined)
  Object.assign(page.context ?? {}, { suspend })
  player.suspend()
  await pass(2000)
  expect([suspend.mock.calls.length, vi.getTimerCount()]).toEqual([1, timers])
  player.disconnect()
})
