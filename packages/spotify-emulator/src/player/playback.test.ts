import { expect, it } from 'vitest'
import { currentTrackId, nextPlayback, type Playback } from './playback.ts'

const playing: Playback = {
  ...{ id: '1', contextUri: null, trackIds: ['first', 'last'], index: 0, queued: [], positionMs: 0 },
  ...{ changedAtMs: 0, playing: true, shuffle: false, repeat: 'off' },
}

it('B4 the list of songs does not grow without end when queued songs are skipped', () => {
  let playback = playing
  for (let song = 0; song < 10_300; song += 1) {
    const next = nextPlayback({ ...playback, queued: [`queued ${song}`] }, 'skipped')
    if (next === null) throw new Error('the playback ended')
    playback = next
    expect(currentTrackId(playback)).toBe(`queued ${song}`)
  }
  expect(playback.trackIds).toHaveLength(10_200)
  const end = nextPlayback(playback, 'ended')
  expect(end && currentTrackId(end)).toBe('last')
})
