import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isPlayedElsewhere,
  isWanted,
  type PlayerModel,
  type PlayerEvent,
  STOPPED,
  nextTask,
  transition,
} from './player-state.ts'
import type { SoundStatus } from '../sync/sound-status.ts'
import type { Track } from './playback-plan.ts'
import { song } from './testing.ts'

const track = (id: string, startTime = 0): Track => ({
  song: song(id),
  uri: `spotify:track:${id}`,
  startTime,
  durationMs: 180_000,
})
const ONE = track('one')
const TWO = track('two', 180_000)

const afterAll = (events: readonly PlayerEvent[]): PlayerModel =>
  events.reduce((player, event) => transition(player, event), STOPPED)
const after = (...events: PlayerEvent[]): PlayerModel => afterAll(events)
const PLAYING: PlayerEvent[] = [{ type: 'start' }, { type: 'due', track: ONE }, { type: 'sent', track: ONE }]
const playing = () => {
  const sent = after(...PLAYING)
  return transition(sent, { type: 'accepted', commandId: sent.commandId })
}

const sound = (status: SoundStatus, now = 0): PlayerEvent => ({
  type: 'sound',
  report: { status, offset: null },
  now,
})

describe('player states (spec 4)', () => {
  it('P4 a stopped player does not play a song that is due', () => {
    const player = after({ type: 'due', track: ONE })
    expect(player.state).toBe('stopped')
    expect(nextTask(player, true)).toBe('none')
  })

  it('P4 play waits until the accounts are loaded and a device is set', () => {
    const player = after({ type: 'due', track: ONE }, { type: 'start' })
    expect(player.state).toBe('play')
    expect(nextTask(player, false)).toBe('wait')
    expect(nextTask(player, true)).toBe('play')
  })

  it('P1 play is sleep while nothing plays', () => {
    expect(after({ type: 'start' }).state).toBe('sleep')
    expect(after({ type: 'start' }, { type: 'due', track: ONE }).state).toBe('play')
  })

  it('P4 the command is sent once, and its success is playing', () => {
    const sent = after(...PLAYING)
    expect(nextTask(sent, true)).toBe('none')
    expect(playing().state).toBe('playing')
  })

  it('P5 the next song gets a command when it is due', () => {
    const player = transition(playing(), { type: 'due', track: TWO })
    expect(player.state).toBe('play')
    expect(nextTask(player, true)).toBe('play')
  })

  it('P5 the same song twice in a row gets two commands', () => {
    const player = transition(playing(), { type: 'due', track: track('one', 180_000) })
    expect(nextTask(player, true)).toBe('play')
  })

  it('P4 the answer to an outdated command is ignored', () => {
    const sent = after(...PLAYING)
    const later = transition(sent, { type: 'due', track: TWO })
    expect(transition(later, { type: 'accepted', commandId: sent.commandId })).toBe(later)
    expect(transition(later, { type: 'refused', commandId: sent.commandId, trouble: 'away' })).toBe(later)
  })

  it('P4 stop pauses the sound, and then the player is stopped', () => {
    const stopping = transition(playing(), { type: 'stop' })
    expect(stopping.state).toBe('stop')
    expect(nextTask(stopping, true)).toBe('pause')
    expect(transition(stopping, { type: 'paused' }).state).toBe('stopped')
  })

  it('P1 a session that stops playing pauses the sound, and the player sleeps', () => {
    const silent = transition(playing(), { type: 'due', track: null })
    expect(silent.state).toBe('sleep')
    expect(nextTask(silent, true)).toBe('pause')
    expect(nextTask(transition(silent, { type: 'paused' }), true)).toBe('none')
  })

  it('P8 a song that cannot be played here shows a message, and the next song is tried', () => {
    const sent = after(...PLAYING)
    const failed = transition(sent, { type: 'refused', commandId: sent.commandId, trouble: 'unavailable' })
    expect(failed).toMatchObject({ state: 'sleep', trouble: 'unavailable' })
    expect(isWanted(failed)).toBe(true)
    expect(transition(failed, { type: 'due', track: TWO })).toMatchObject({ state: 'play', trouble: null })
  })

  it('P8 the message about a missing player stays until a song plays', () => {
    const lost = after({ type: 'start' }, { type: 'trouble', trouble: 'script' }, { type: 'due', track: ONE })
    expect(lost).toMatchObject({ state: 'play', trouble: 'script' })
    const next = transition(lost, { type: 'due', track: TWO })
    expect(next.trouble).toBe('script')
    const sent = transition(next, { type: 'sent', track: TWO })
    expect(transition(sent, { type: 'accepted', commandId: sent.commandId }).trouble).toBeNull()
  })

  it('P4 a restart sends the command again', () => {
    expect(nextTask(transition(playing(), { type: 'restart' }), true)).toBe('play')
    expect(transition(STOPPED, { type: 'restart' })).toEqual(STOPPED)
  })

  it('P4 a late pause also silenced the newer song, so its command is sent again', () => {
    expect(nextTask(transition(playing(), { type: 'paused' }), true)).toBe('play')
  })

  it('P8 a block that the browser reported stays until the sound is heard', () => {
    const blocked = transition(playing(), sound('blocked'))
    expect(blocked).toMatchObject({ state: 'playing', trouble: null })
    expect(transition(blocked, sound('unknown')).sound.status).toBe('blocked')
    expect(transition(blocked, sound('over')).sound.status).toBe('over')
    expect(transition(blocked, sound('audible')).sound.status).toBe('audible')
  })

  it('P8 another song on the device is replaced once, and then reported', () => {
    const replaced = transition(playing(), sound('wrong-song'))
    expect(replaced).toMatchObject({
      state: 'play',
      track: ONE,
      sentTrack: null,
      commandId: 3,
      trouble: null,
    })
    expect(replaced.sound.status).toBe('unknown')
    expect(transition(replaced, sound('wrong-song'))).toMatchObject({
      trouble: 'elsewhere',
      commandId: replaced.commandId,
    })
    expect(transition(playing(), sound('elsewhere')).trouble).toBe('elsewhere')
  })

  it('P5 the next song of a timed player counts as heard until it is measured', () => {
    const audible = transition(playing(), sound('audible'))
    const next: PlayerEvent = { type: 'due', track: TWO }
    expect(transition(audible, next).sound.status).toBe('unknown')
    const gapless = transition(audible, next, true)
    expect(gapless.sound).toEqual({ status: 'audible', offset: null })
    expect(transition(gapless, sound('unknown', 180_299)).sound.status).toBe('audible')
    expect(transition(gapless, sound('unknown', 180_300)).sound.status).toBe('unknown')
    expect(transition(gapless, sound('stalled')).sound.status).toBe('stalled')
    expect(transition(transition(gapless, sound('stalled')), sound('unknown')).sound.status).toBe('unknown')
    expect(transition(audible, { type: 'stop' }, true).sound.status).toBe('unknown')
  })

  it('P5 only a timed player with sound continues without a gap', () => {
    const blocked = transition(playing(), sound('blocked'))
    expect(transition(blocked, { type: 'due', track: TWO }, true).sound.status).toBe('unknown')
    const silent = transition(transition(playing(), sound('audible')), { type: 'due', track: null }, true)
    expect(silent.sound.status).toBe('audible')
    expect(transition(silent, sound('unknown', 299))).toBe(silent)
    expect(transition(silent, sound('unknown', 300)).sound.status).toBe('unknown')
  })

  it('P8 only an unknown sound is ignored at the start of a song that is heard', () => {
    const audible = transition(playing(), sound('audible'))
    expect(transition(audible, sound('elsewhere', 100)).trouble).toBe('elsewhere')
    const offset = { behindMs: 3, errorMs: 5 }
    const report: PlayerEvent = { type: 'sound', report: { status: 'unknown', offset }, now: 0 }
    expect(transition(playing(), report).sound).toEqual({ status: 'unknown', offset })
  })

  it('P8 an audible sound does not remove a message', () => {
    const troubled = transition(playing(), { type: 'trouble', trouble: 'premium' })
    expect(transition(troubled, sound('audible')).trouble).toBe('premium')
  })

  it('P4 the song before a refused one plays to its end', () => {
    const sent = afterAll([...PLAYING, { type: 'due', track: TWO }, { type: 'sent', track: TWO }])
    const refused = transition(sent, { type: 'refused', commandId: sent.commandId, trouble: 'unavailable' })
    expect(nextTask(refused, true)).toBe('none')
  })

  it('B17 a file that ended before its song is broken', () => {
    const ended = transition(playing(), sound('ended'))
    expect(ended).toMatchObject({ trouble: 'broken', state: 'playing', sound: { status: 'ended' } })
    expect(transition(playing(), sound('over')).trouble).toBeNull()
  })

  it('P7 the last offset stays while a sample has none', () => {
    const offset = { behindMs: 3, errorMs: 5 }
    const report: PlayerEvent = { type: 'sound', report: { status: 'audible', offset }, now: 0 }
    expect(transition(transition(playing(), report), sound('audible')).sound.offset).toBe(offset)
  })

  it('P4 a stopped player never gets a play command, for any order of events', () => {
    const event = fc.oneof(
      fc.constantFrom<PlayerEvent>(
        { type: 'start' },
        { type: 'stop' },
        { type: 'restart' },
        { type: 'paused' },
        { type: 'due', track: ONE },
        { type: 'due', track: TWO },
        { type: 'due', track: null },
        { type: 'sent', track: ONE },
        { type: 'trouble', trouble: 'premium' },
      ),
      fc.nat({ max: 6 }).map((commandId): PlayerEvent => ({ type: 'accepted', commandId })),
      fc.nat({ max: 6 }).map((commandId): PlayerEvent => ({ type: 'refused', commandId, trouble: 'away' })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (events) => {
        const player = afterAll(events)
        if (!isWanted(player)) expect(['none', 'pause']).toContain(nextTask(player, true))
        if (player.state === 'playing') expect(player.sentTrack).not.toBeNull()
      }),
    )
  })

  it('P4 each command has a number, and its track is known until it fails', () => {
    const sent = after(...PLAYING)
    const command = { track: ONE, sentTrack: ONE, mayPlay: true, commandId: 2 }
    expect(sent).toEqual({ ...STOPPED, ...command, state: 'play' })
    const failed = transition(sent, { type: 'refused', commandId: 2, trouble: 'away' })
    expect(failed).toEqual({ ...sent, state: 'sleep', sentTrack: null, trouble: 'away' })
  })

  it('P4 an answer changes nothing when the song plays already or another one is due', () => {
    const player = playing()
    expect(transition(player, { type: 'accepted', commandId: player.commandId })).toBe(player)
    expect(transition(player, { type: 'refused', commandId: player.commandId, trouble: 'away' })).toBe(player)
    const again = after(...PLAYING, { type: 'restart' }, { type: 'sent', track: ONE })
    expect(transition(again, { type: 'accepted', commandId: again.commandId - 1 })).toBe(again)
    const other = after({ type: 'start' }, { type: 'due', track: TWO }, { type: 'sent', track: ONE })
    expect(transition(other, { type: 'accepted', commandId: other.commandId })).toBe(other)
  })

  it('P4 stop needs no pause before the first command, and a second stop does nothing', () => {
    const stopped = after({ type: 'due', track: ONE }, { type: 'start' }, { type: 'stop' })
    expect(stopped).toEqual({ ...STOPPED, track: ONE, commandId: 1 })
    expect(transition(stopped, { type: 'stop' })).toBe(stopped)
    const stopping = transition(playing(), { type: 'stop' })
    expect(stopping.commandId).toBe(playing().commandId + 1)
    expect(transition(stopping, { type: 'stop' })).toBe(stopping)
  })

  it('P5 a song that is due already changes nothing, and one that is due during a stop gets no command', () => {
    const player = playing()
    expect(transition(player, { type: 'due', track: track('one') })).toBe(player)
    const stopping = transition(player, { type: 'stop' })
    expect(transition(stopping, { type: 'due', track: TWO })).toEqual({ ...stopping, track: TWO })
  })

  it('P8 play, a restart and the next song remove the message', () => {
    const troubled = { type: 'trouble', trouble: 'premium' } as const
    expect(after(troubled, { type: 'start' })).toEqual({ ...STOPPED, state: 'sleep' })
    expect(after({ type: 'start' }, troubled, { type: 'restart' })).toEqual({
      ...STOPPED,
      state: 'sleep',
      commandId: 1,
    })
    expect(after(...PLAYING, troubled, { type: 'due', track: TWO }).trouble).toBeNull()
    expect(after(...PLAYING, { type: 'restart' })).toMatchObject({
      state: 'play',
      sentTrack: null,
      commandId: 3,
    })
  })
})

it('M11 P8 P9 messages about a missing output, loading and another device end when the song plays again, others stay', () => {
  for (const trouble of ['no-output', 'playback', 'offline', 'elsewhere', 'broken', 'premium'] as const) {
    const player = transition(playing(), { type: 'trouble', trouble })
    const expected = trouble === 'broken' || trouble === 'premium' ? trouble : null
    expect(transition(player, sound('blocked')).trouble).toBe(trouble)
    expect(transition(player, sound('audible')).trouble).toBe(expected)
  }
})

it.each<[string, Partial<PlayerModel>, boolean]>([
  ['the other device has the sound', {}, true],
  ['the person stopped here', { state: 'stopped' }, false],
  ['another trouble', { trouble: 'offline' }, false],
  ['no trouble', { trouble: null }, false],
  ['the sound is here', { sound: { ...STOPPED.sound, status: 'audible' } }, false],
])('P9 the tab looks for the other device: %s', (_what, changed, expected) => {
  const player: PlayerModel = {
    ...playing(),
    state: 'playing',
    trouble: 'elsewhere',
    sound: { ...STOPPED.sound, status: 'elsewhere' },
  }
  expect(isPlayedElsewhere({ ...player, ...changed })).toBe(expected)
})
