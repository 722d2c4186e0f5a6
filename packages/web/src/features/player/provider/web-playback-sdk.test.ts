import { afterEach, expect, it, vi } from 'vitest'
import { createSoundPlayer } from './web-playback-sdk.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['playing', { paused: false, loading: false }],
  ['loading', { paused: false, loading: true }],
  ['paused', { paused: true, loading: true }],
  ['ended', { paused: true, loading: false, ended: true }],
])('P8 the player is %s if the provider reports %o', async (state, report) => {
  const track_window = { current_track: { id: 'b', linked_from: { id: 'a' } } }
  class Player {
    addListener = () => true
    getCurrentState = async () => ({ ...report, position: 5, track_window })
  }
  vi.stubGlobal('Spotify', { Player })
  const options = {
    name: '',
    provideToken: () => undefined,
    mediaSession: false,
    volume: 1,
    keepsTime: false,
  }
  const ignore = () => undefined
  const player = createSoundPlayer(options, {
    ready: ignore,
    notReady: ignore,
    blocked: ignore,
    failed: ignore,
  })
  expect(await player?.sample()).toEqual({ positionMs: 5, state, audiblePosition: null, songIds: ['b', 'a'] })
})
