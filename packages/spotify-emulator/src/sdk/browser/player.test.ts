import { expect, it } from 'vitest'
import { DevicePlayer } from './player.js'

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
