import { describe, expect, it } from 'vitest'
import { behindMs, endStatusOf, type PlayerSample, soundStatusOf } from './sound-status.ts'
import { song } from '../controller/testing.ts'

function sample(
  atMs: number,
  positionMs: number,
  more: Partial<NonNullable<PlayerSample['sound']>> = {},
): PlayerSample {
  return {
    atMs,
    sound: {
      positionMs,
      state: 'playing',
      audiblePosition: null,
      songIds: ['one'],
      ...more,
    },
  }
}
const silent = (atMs: number): PlayerSample => ({ atMs, sound: null })

describe('the status of the sound', () => {
  it('P8 a position that moves is heard', () => {
    expect(soundStatusOf('one', 0, sample(1000, 900), sample(3000, 2900))).toBe('audible')
  })

  it('P8 a player that is paused two seconds after the command is blocked by the browser', () => {
    const paused = { state: 'paused' } as const
    expect(soundStatusOf('one', 0, sample(1000, 0, paused), sample(2000, 0, paused))).toBe('unknown')
    expect(soundStatusOf('one', 0, sample(1000, 0, paused), sample(3000, 0, paused))).toBe('blocked')
  })

  it('P8 a position that the player reports as audible counts from the first sample on', () => {
    const audiblePosition = { positionMs: 10, atMs: 90, withinMs: 10 }
    expect(
      soundStatusOf('one', 0, sample(100, 10, { audiblePosition }), sample(100, 10, { audiblePosition })),
    ).toBe('audible')
    expect(
      soundStatusOf(
        'one',
        0,
        sample(100, 10, { audiblePosition }),
        sample(3100, 10, { audiblePosition, state: 'paused' }),
      ),
    ).toBe('unknown')
  })

  it('P8 a position that does not move is a stall', () => {
    expect(soundStatusOf('one', 0, sample(1000, 500), sample(3000, 510))).toBe('stalled')
    expect(soundStatusOf('one', 0, sample(1000, 0), sample(3000, 2000, { state: 'loading' }))).toBe('stalled')
  })

  it('P8 without a state, another device plays', () => {
    expect(soundStatusOf('one', 0, silent(1000), silent(3000))).toBe('elsewhere')
    expect(soundStatusOf('one', 0, silent(500), silent(1500))).toBe('unknown')
  })

  it('P8 a song may play under another id', () => {
    const relinked = { songIds: ['another', 'one'] }
    expect(soundStatusOf('one', 0, sample(1000, 900, relinked), sample(3000, 2900, relinked))).toBe('audible')
    expect(soundStatusOf('one', 0, sample(1000, 1), sample(3000, 2900, { songIds: ['two'] }))).toBe(
      'wrong-song',
    )
  })

  it('P7 a sample that is paused, loading or impossible has no offset', () => {
    expect(behindMs(sample(0, 900), 1000, 180_000)).toBe(100)
    expect(behindMs(sample(0, 900, { state: 'paused' }), 1000, 180_000)).toBeNull()
    expect(behindMs(sample(0, 900, { state: 'loading' }), 1000, 180_000)).toBeNull()
    expect(behindMs(sample(0, 0), 1000, 180_000)).toBeNull()
    expect(behindMs(sample(0, 180_001), 1000, 180_000)).toBeNull()
    expect(behindMs(silent(0), 1000, 180_000)).toBeNull()
  })

  it('P8 the status is unknown for two and a half seconds', () => {
    expect(soundStatusOf('one', 0, sample(1000, 500), sample(2499, 510))).toBe('unknown')
    expect(soundStatusOf('one', 0, sample(1000, 500), sample(2500, 510))).toBe('stalled')
    expect(soundStatusOf('two', 0, sample(1000, 500), sample(2499, 510))).toBe('unknown')
    expect(soundStatusOf('one', 1000, sample(1500, 500), sample(3000, 510))).toBe('unknown')
  })

  it('P8 the status needs two samples', () => {
    expect(soundStatusOf('one', 0, sample(1000, 500), silent(3000))).toBe('unknown')
    expect(soundStatusOf('one', 0, silent(1000), sample(3000, 500))).toBe('unknown')
    expect(soundStatusOf('one', 0, silent(1000), sample(3000, 500, { state: 'paused' }))).toBe('unknown')
    expect(soundStatusOf('one', 0, sample(1000, 500), sample(3000, 500, { state: 'paused' }))).toBe('unknown')
  })

  it('P8 a position that moves slower than a seventh of real time is a stall', () => {
    expect(soundStatusOf('one', 0, sample(1000, 500), sample(3000, 800))).toBe('stalled')
    expect(soundStatusOf('one', 0, sample(1000, 500), sample(3000, 801))).toBe('audible')
  })

  it('P7 the last moment of a song has an offset', () => {
    expect(behindMs(sample(0, 180_000), 180_500, 180_000)).toBe(500)
    expect(behindMs(sample(0, -1), 500, 180_000)).toBeNull()
  })
})

describe('the end of a file', () => {
  const ended = sample(1000, 0, { state: 'ended' })
  const track = (id: string) => ({ song: song(id), uri: null, durationMs: 10_000, startTime: 0 })

  it('B17 the file of a song ends too early if it ends more than two seconds before the song', () => {
    expect(endStatusOf(track('one'), ended, 7_999)).toBe('ended')
    expect(endStatusOf(track('one'), ended, 8_000)).toBe('over')
    expect(endStatusOf(track('one'), ended, 10_500)).toBe('over')
    expect(endStatusOf(track('one'), ended, null)).toBe('over')
  })

  it('B17 a file that plays, that another device plays, or of another song has not ended', () => {
    expect(endStatusOf(track('one'), sample(1000, 5_000), 5_000)).toBeNull()
    expect(endStatusOf(track('one'), silent(1000), 5_000)).toBeNull()
    expect(endStatusOf(track('two'), ended, 5_000)).toBeNull()
  })

  it('B17 a player whose file has ended counts as paused', () => {
    const end = { state: 'ended' } as const
    expect(soundStatusOf('one', 0, sample(1000, 0, end), sample(3000, 0, end))).toBe('blocked')
  })
})
