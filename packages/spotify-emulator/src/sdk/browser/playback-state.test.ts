import { expect, it } from 'vitest'
import type { DeviceTrack, TrackWindow } from '../../player/device-messages.ts'
import { isSameState, webPlaybackState } from './playback-state.js'

const track: DeviceTrack = {
  id: 'x',
  uri: 'spotify:track:x',
  type: 'track',
  uid: 'u',
  linked_from: { uri: null, id: null },
  media_type: 'audio',
  track_type: 'audio',
  name: 'X',
  duration_ms: 1000,
  artists: [],
  album: { uri: '', name: '', images: [] },
  is_playable: true,
}
const trackWindow: TrackWindow = {
  current: track,
  previous: [],
  next: [],
  contextUri: null,
  shuffle: false,
  repeatMode: 0,
}
const state = (positionMs: number, paused = false) =>
  webPlaybackState({
    playbackId: 'p',
    trackWindow,
    positionMs,
    paused,
    phase: 'ready',
    audiblePosition: null,
  })

it('never shows a position past the end, and lists what is not allowed', () => {
  expect(state(1400)).toMatchObject({
    position: 1000,
    duration: 1000,
    disallows: { resuming: true, skipping_next: true },
  })
  expect(state(5, true)).toMatchObject({ restrictions: { disallow_pausing_reasons: ['already_paused'] } })
})

it('treats passing time as no change, and a jump or a pause as a change', () => {
  const now = { ...state(100), timestamp: 0 }
  expect(isSameState(now, { ...state(600), timestamp: 500 })).toBe(true)
  expect(isSameState(now, { ...state(100), timestamp: 500 })).toBe(false)
  expect(isSameState(now, { ...state(600, true), timestamp: 500 })).toBe(false)
})
