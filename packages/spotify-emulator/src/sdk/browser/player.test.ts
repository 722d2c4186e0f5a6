import { expect, it, onTestFinished, vi } from 'vitest'
import { DevicePlayer } from './player.js'
import {
  advanceUntilDone,
  commandOf,
  nowSec,
  page,
  pass,
  setUpPage,
  songAt,
  tearDownPage,
  untilSound,
} from './testing/device-playback.ts'

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

/**
 * Connects a player to a fake provider, which ignores requests before the page is registered.
 * @returns the socket, and a function with which the provider sends a message
 */
function connect(player: DevicePlayer) {
  let isRegistered = false
  const receive = (message: object) =>
    socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  function send(text: string) {
    const { type, trackId }: { type: string; trackId?: string } = JSON.parse(text)
    if (type === 'hello') {
      isRegistered = true
      receive({ type: 'registered' })
    } else if (type === 'stream' && isRegistered)
      receive({ type: 'stream', trackId, streamUrl: `/${trackId}.wav` })
  }
  const socket = Object.assign(new EventTarget(), { readyState: 1, send, close: () => {} })
  function WebSocket() {
    return socket
  }
  vi.stubGlobal('WebSocket', Object.assign(WebSocket, { OPEN: 1 }))
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  void player.connect()
  setInterval(() => receive({ type: 'alive' }), 10_000)
  return { socket, receive }
}

it('P8 a song that was requested before the page was registered sounds with its play command', async () => {
  setUpPage()
  onTestFinished(tearDownPage)
  let answerToken = (_token: string) => {}
  const getOAuthToken = (answer: (token: string) => void) => void (answerToken = answer)
  const player = new DevicePlayer(addresses, { name: 'Page', getOAuthToken })
  const { socket, receive } = connect(player)
  socket.dispatchEvent(new Event('open'))
  void player.preload('spotify:track:1')
  await pass(1000)
  answerToken('token')
  await pass(50)
  receive(commandOf('1'))
  await untilSound()
  expect(songAt(nowSec())).toBe(1)
  player.disconnect()
})

it('P9 P10 a song whose play command is lost is the state of the player until another device plays', async () => {
  setUpPage()
  onTestFinished(tearDownPage)
  const player = new DevicePlayer(addresses, { name: 'Page', getOAuthToken: (answer) => answer('token') })
  const { socket, receive } = connect(player)
  socket.dispatchEvent(new Event('open'))
  await pass(50)
  const uri = 'spotify:track:1'
  await advanceUntilDone(player.preload(uri))
  player.keepTime(uri, { positionMs: 0, atMs: performance.now() + 1500 })
  expect(player.begin(uri)).toBe(true)
  const track_window = { current_track: { id: '1' } }
  expect(await player.getCurrentState()).toMatchObject({ paused: false, loading: true, track_window })
  await pass(3000)
  const state = await player.getCurrentState()
  expect(state).toMatchObject({ paused: false, loading: false, track_window })
  expect(state?.audiblePosition?.positionMs).toBeCloseTo(1500, -2)
  await player.pause()
  expect(await player.getCurrentState()).toMatchObject({ paused: true, track_window })
  receive({ type: 'deactivate' })
  expect(await player.getCurrentState()).toBeNull()
  player.disconnect()
})

/** Lets a player play a song. Then pauses the song, and waits until the player rests. */
async function playAndPause(player: DevicePlayer) {
  connect(player).receive(commandOf('1'))
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
