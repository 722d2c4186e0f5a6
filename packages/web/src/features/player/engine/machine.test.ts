import type { Song } from '@jointly/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWanted, type Player, type PlayerEvent, STOPPED, taskOf, transition } from './machine.ts'
import type { Track } from './plan.ts'

const song = (id: string): Song => ({
  id,
  title: id,
  artists: [],
  cover: null,
  duration: 180_000,
  sources: [{ service: 'spotify', src: `spotify:track:${id}` }],
  link: null,
  explicit: false,
})
const track = (id: string, startTime = 0): Track => ({
  song: song(id),
  uri: `spotify:track:${id}`,
  startTime,
  durationMs: 180_000,
})
const ONE = track('one')
const TWO = track('two', 180_000)

const after = (...events: PlayerEvent[]): Player => events.reduce(transition, STOPPED)
const PLAYING: PlayerEvent[] = [
  { type: 'wanted' },
  { type: 'due', track: ONE },
  { type: 'telling', track: ONE },
]
const playing = () => {
  const told = after(...PLAYING)
  return transition(told, { type: 'started', order: told.order })
}

describe('player states (spec 4)', () => {
  it('P4 a stopped player does nothing about a song that is due', () => {
    const player = after({ type: 'due', track: ONE })
    expect(player.state).toBe('stopped')
    expect(taskOf(player, true)).toBe('none')
  })

  it('P4 wanting to play waits until accounts are loaded and a device is set', () => {
    const player = after({ type: 'due', track: ONE }, { type: 'wanted' })
    expect(player.state).toBe('play')
    expect(taskOf(player, false)).toBe('wait')
    expect(taskOf(player, true)).toBe('tell')
  })

  it('P1 wanting to play while nothing plays is sleep', () => {
    expect(after({ type: 'wanted' }).state).toBe('sleep')
    expect(after({ type: 'wanted' }, { type: 'due', track: ONE }).state).toBe('play')
  })

  it('P4 a command is given once, and its success is playing', () => {
    const told = after(...PLAYING)
    expect(taskOf(told, true)).toBe('none')
    expect(playing().state).toBe('playing')
  })

  it('P5 the next song is told when it is due', () => {
    const player = transition(playing(), { type: 'due', track: TWO })
    expect(player.state).toBe('play')
    expect(taskOf(player, true)).toBe('tell')
  })

  it('P5 the same song again is another playing of it', () => {
    const player = transition(playing(), { type: 'due', track: track('one', 180_000) })
    expect(taskOf(player, true)).toBe('tell')
  })

  it('P4 the answer to an outdated command is passed over', () => {
    const told = after(...PLAYING)
    const moved = transition(told, { type: 'due', track: TWO })
    expect(transition(moved, { type: 'started', order: told.order })).toBe(moved)
    expect(transition(moved, { type: 'failed', order: told.order, trouble: 'away' })).toBe(moved)
  })

  it('P4 stopping pauses what sounds, then is stopped', () => {
    const stopping = transition(playing(), { type: 'unwanted' })
    expect(stopping.state).toBe('stop')
    expect(taskOf(stopping, true)).toBe('pause')
    expect(transition(stopping, { type: 'paused' }).state).toBe('stopped')
  })

  it('P1 a session that falls silent pauses what sounds, and sleeps', () => {
    const silent = transition(playing(), { type: 'due', track: null })
    expect(silent.state).toBe('sleep')
    expect(taskOf(silent, true)).toBe('pause')
    expect(taskOf(transition(silent, { type: 'paused' }), true)).toBe('none')
  })

  it('P8 a song that cannot be played here is told to this listener, and the next one is tried', () => {
    const told = after(...PLAYING)
    const failed = transition(told, { type: 'failed', order: told.order, trouble: 'unavailable' })
    expect(failed).toMatchObject({ state: 'sleep', trouble: 'unavailable' })
    expect(isWanted(failed)).toBe(true)
    expect(transition(failed, { type: 'due', track: TWO })).toMatchObject({ state: 'play', trouble: null })
  })

  it('P8 a player that did not come up stays told when a song comes or changes, until one is heard', () => {
    const lost = after(
      { type: 'wanted' },
      { type: 'troubled', trouble: 'script' },
      { type: 'due', track: ONE },
    )
    expect(lost).toMatchObject({ state: 'play', trouble: 'script' })
    const next = transition(lost, { type: 'due', track: TWO })
    expect(next.trouble).toBe('script')
    const told = transition(next, { type: 'telling', track: TWO })
    expect(transition(told, { type: 'started', order: told.order }).trouble).toBeNull()
  })

  it('P4 unlocked sound is told again', () => {
    expect(taskOf(transition(playing(), { type: 'again' }), true)).toBe('tell')
    expect(transition(STOPPED, { type: 'again' })).toBe(STOPPED)
  })

  it('P4 a pause that is answered late silenced the song told since, which is told again', () => {
    expect(taskOf(transition(playing(), { type: 'paused' }), true)).toBe('tell')
  })

  it('P4 whatever happens in whatever order, a stopped player is never told to play', () => {
    const event = fc.oneof(
      fc.constantFrom<PlayerEvent>(
        { type: 'wanted' },
        { type: 'unwanted' },
        { type: 'again' },
        { type: 'paused' },
        { type: 'due', track: ONE },
        { type: 'due', track: TWO },
        { type: 'due', track: null },
        { type: 'telling', track: ONE },
        { type: 'troubled', trouble: 'premium' },
      ),
      fc.nat({ max: 6 }).map((order): PlayerEvent => ({ type: 'started', order })),
      fc.nat({ max: 6 }).map((order): PlayerEvent => ({ type: 'failed', order, trouble: 'away' })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const player = events.reduce(transition, STOPPED)
        if (!isWanted(player)) expect(['none', 'pause']).toContain(taskOf(player, true))
        if (player.state === 'playing') expect(player.told).not.toBeNull()
      }),
    )
  })

  it('P4 a command is counted, and remembered until it fails', () => {
    const told = after(...PLAYING)
    expect(told).toEqual({ state: 'play', track: ONE, told: ONE, order: 2, trouble: null })
    const failed = transition(told, { type: 'failed', order: 2, trouble: 'away' })
    expect(failed).toEqual({ ...told, state: 'sleep', told: null, trouble: 'away' })
  })

  it('P4 an answer changes nothing where the song plays already, or another one is due', () => {
    const player = playing()
    expect(transition(player, { type: 'started', order: player.order })).toBe(player)
    expect(transition(player, { type: 'failed', order: player.order, trouble: 'away' })).toBe(player)
    const again = after(...PLAYING, { type: 'again' }, { type: 'telling', track: ONE })
    expect(transition(again, { type: 'started', order: again.order - 1 })).toBe(again)
    const other = after({ type: 'wanted' }, { type: 'due', track: TWO }, { type: 'telling', track: ONE })
    expect(transition(other, { type: 'started', order: other.order })).toBe(other)
  })

  it('P4 stopping before anything sounds needs no pause, and stopping twice is stopping once', () => {
    const stopped = after({ type: 'due', track: ONE }, { type: 'wanted' }, { type: 'unwanted' })
    expect(stopped).toEqual({ ...STOPPED, track: ONE, order: 1 })
    expect(transition(stopped, { type: 'unwanted' })).toBe(stopped)
    const stopping = transition(playing(), { type: 'unwanted' })
    expect(stopping.order).toBe(playing().order + 1)
    expect(transition(stopping, { type: 'unwanted' })).toBe(stopping)
  })

  it('P5 a song that is due already changes nothing, and one that comes while stopping is only remembered', () => {
    const player = playing()
    expect(transition(player, { type: 'due', track: track('one') })).toBe(player)
    const stopping = transition(player, { type: 'unwanted' })
    expect(transition(stopping, { type: 'due', track: TWO })).toEqual({ ...stopping, track: TWO })
  })

  it('P8 wanting to play again, being told again and the next song each forget the trouble', () => {
    const troubled = { type: 'troubled', trouble: 'premium' } as const
    expect(after(troubled, { type: 'wanted' })).toEqual({ ...STOPPED, state: 'sleep' })
    expect(after({ type: 'wanted' }, troubled, { type: 'again' })).toEqual({
      ...STOPPED,
      state: 'sleep',
      order: 1,
    })
    expect(after(...PLAYING, troubled, { type: 'due', track: TWO }).trouble).toBeNull()
    expect(after(...PLAYING, { type: 'again' })).toMatchObject({ state: 'play', told: null, order: 3 })
  })
})
