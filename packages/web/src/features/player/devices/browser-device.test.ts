import { expect, it } from 'vitest'
import type { SoundEvents, SoundPlayer } from '../provider/web-playback-sdk.ts'
import { BrowserDevice } from './browser-device.ts'
import type { Trouble } from '../controller/trouble.ts'

/**
 * Creates a page.
 * @param isThere whether the provider's script can be loaded
 * @param connects whether the player can connect
 */
function page(isThere: boolean, connects = true) {
  const script = { isThere }
  const made: string[] = []
  const troubles: Trouble[] = []
  const captured: { events?: SoundEvents } = {}
  const player: SoundPlayer = {
    unlock: () => {},
    suspend: () => {},
    async connect() {
      made.push('connected')
      if (!connects) captured.events?.failed('authentication', 'Authentication failed')
      return connects
    },
    disconnect: () => {},
    sample: async () => null,
    pause: async () => {},
    seek: async () => {},
    setVolume: () => {},
    timing: null,
    preload: null,
    soundAddress: null,
    clips: null,
  }
  const device = new BrowserDevice({
    connectsEarly: false,
    async createPlayer(events) {
      captured.events = events
      made.push('asked')
      return script.isThere ? player : null
    },
    scheduler: { after: () => () => {} },
    onChange: () => {},
    onBlocked: () => {},
    onTrouble: (trouble) => troubles.push(trouble),
  })
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { device, script, made, troubles, captured, settled }
}

it('P8 a script that failed is loaded again with the next press, and a second failure shows the message again', async () => {
  const { device, script, made, troubles, settled } = page(false)
  await settled()
  expect(troubles).toEqual(['script'])
  device.unlock()
  await settled()
  expect(troubles).toEqual(['script', 'script'])
  script.isThere = true
  device.unlock()
  await settled()
  expect(made).toEqual(['asked', 'asked', 'asked', 'connected'])
})

it('P8 a press while the script loads does not load it twice', async () => {
  const { device, made, settled } = page(true)
  device.unlock()
  device.unlock()
  await settled()
  device.unlock()
  await settled()
  expect(made).toEqual(['asked', 'connected'])
})

it('M11 a device without an output for sound has its own problem', async () => {
  const { device, troubles, captured, settled } = page(true)
  device.unlock()
  await settled()
  captured.events?.ready('here')
  captured.events?.failed('playback', 'This device has no sound output.')
  expect(troubles).toEqual(['no-output'])
})

it('P8 B17 a broken file has its own problem, and a playback error without a connection to the provider counts as offline', async () => {
  const { device, troubles, captured, settled } = page(true)
  device.unlock()
  await settled()
  captured.events?.ready('here')
  captured.events?.failed('playback', 'a codec')
  captured.events?.failed('playback', 'Error: The file of the song is broken.')
  captured.events?.notReady('here')
  captured.events?.failed('playback', 'no answer')
  captured.events?.failed('playback', 'Error: The file of the song is broken.')
  expect(troubles).toEqual(['playback', 'broken', 'offline', 'broken'])
})

it('L9 a press connects again after the provider refused the token or the account', async () => {
  for (const error of ['authentication', 'account'] as const) {
    const { device, made, captured, settled } = page(true)
    device.unlock()
    await settled()
    captured.events?.ready('here')
    captured.events?.notReady('here')
    captured.events?.failed(error, 'Refused')
    device.unlock()
    await settled()
    expect(made).toEqual(['asked', 'connected', 'connected'])
  }
})

it('L9 a token that is refused at the first connection is the only problem', async () => {
  const { device, troubles, settled } = page(true, false)
  device.unlock()
  await settled()
  expect(troubles).toEqual(['token'])
})
