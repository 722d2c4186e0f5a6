import type { SoundStatus, SyncOffset } from '../sync/sound-status.ts'
import { isSameTrack, type Track } from './playback-plan.ts'
import type { Trouble } from './trouble.ts'

/**
 * `stopped`: the person does not listen. `play`: the player waits for the accounts, a device or the answer to the
 * play command. `playing`: the device accepted the command. `sleep`: the person listens, but this device can play no
 * song now. `stop`: the person stopped, and the device gets a pause command.
 */
export type PlayerState = 'stopped' | 'play' | 'playing' | 'sleep' | 'stop'

/** The measured state of the sound on this device. */
export type SoundReport = {
  readonly status: SoundStatus
  /** The difference between the sound and the position of the session. Null until it is measured. */
  readonly offset: SyncOffset | null
}

/** What the page knows about its playback. `transition` calculates the next model from an event. */
export type PlayerModel = {
  readonly state: PlayerState
  /** The track that must play now. Null if there is none, or if this device cannot play it. */
  readonly track: Track | null
  /** The track of the last play command. Null after a pause, and if the command must be sent again. */
  readonly sentTrack: Track | null
  /** Whether a song may play on the device, because no pause followed the last play command. */
  readonly mayPlay: boolean
  /**
   * The number of the current command. Each play command, stop, restart and new track increases it. The result of a
   * command with a lower number is ignored.
   */
  readonly commandId: number
  readonly trouble: Trouble | null
  readonly sound: SoundReport
  /**
   * The last track whose play command was sent a second time, because the device played another song after the first
   * command. For this reason no command is sent a third time.
   */
  readonly correctedTrack: Track | null
}

export type PlayerEvent =
  /** `pause-failed`: the device was not paused, and the page will send the pause command again. */
  | { readonly type: 'start' | 'stop' | 'paused' | 'pause-failed' }
  | { readonly type: 'due'; readonly track: Track | null }
  /** The page is sending a play command for `track`. */
  | { readonly type: 'sent'; readonly track: Track }
  | { readonly type: 'accepted'; readonly commandId: number }
  | { readonly type: 'refused'; readonly commandId: number; readonly trouble: Trouble }
  /**
   * The page must send the play command again, for example after a press, for another device, or for another account.
   */
  | { readonly type: 'restart' }
  | { readonly type: 'trouble'; readonly trouble: Trouble }
  /** `now` is server epoch milliseconds. Null while the server's time is unknown. */
  | { readonly type: 'sound'; readonly report: SoundReport; readonly now: number | null }

const NO_SOUND: SoundReport = { status: 'unknown', offset: null }

export const STOPPED: PlayerModel = {
  state: 'stopped',
  track: null,
  sentTrack: null,
  mayPlay: false,
  commandId: 0,
  trouble: null,
  sound: NO_SOUND,
  correctedTrack: null,
}

/**
 * A player that can start songs at exact times may play the previous song for at most this number of milliseconds
 * after the start.
 */
const GAPLESS_WITHIN_MS = 300

/** Returns whether the person pressed play and has not stopped since. */
export function isWanted({ state }: Pick<PlayerModel, 'state'>): boolean {
  return state !== 'stopped' && state !== 'stop'
}

/** Returns whether no song may play: the person does not listen, or no song is due, as in a paused session (H8). */
export function mustBeSilent(model: PlayerModel): boolean {
  return !isWanted(model) || (model.state === 'sleep' && model.track === null)
}

/** Returns whether another device of the person plays instead of this one (P9). */
export function isPlayedElsewhere({ state, trouble, sound }: PlayerModel): boolean {
  return state === 'playing' && trouble === 'elsewhere' && sound.status === 'elsewhere'
}

/**
 * Returns the model after an event, without side effects (spec section 4). Call `nextTask` afterwards, which returns
 * what the controller must do.
 * @param isTimed whether the player can start songs at exact times
 */
export function transition(model: PlayerModel, event: PlayerEvent, isTimed = false): PlayerModel {
  const next = apply(model, event)
  if (next.commandId === model.commandId) return next
  // A player that can start songs at exact times plays the next song without a gap. So the status stays `audible` until
  // the sound of the new song is measured.
  const isGapless = isTimed && next.sound.status === 'audible' && isWanted(next)
  return isGapless ? next : { ...next, sound: NO_SOUND }
}

function apply(model: PlayerModel, event: PlayerEvent): PlayerModel {
  switch (event.type) {
    case 'start':
      return { ...model, state: waitingState(model.track), trouble: null }
    case 'stop':
      if (!isWanted(model)) return model
      return {
        ...model,
        state: model.mayPlay ? 'stop' : 'stopped',
        commandId: model.commandId + 1,
        trouble: null,
      }
    case 'due':
      return setDue(model, event.track)
    case 'sent':
      return { ...model, sentTrack: event.track, mayPlay: true, commandId: model.commandId + 1 }
    case 'accepted':
      if (event.commandId !== model.commandId || !isSameTrack(model.sentTrack, model.track)) return model
      return model.state === 'play' ? { ...model, state: 'playing', trouble: null } : model
    case 'refused':
      if (event.commandId !== model.commandId || model.state !== 'play') return model
      return { ...model, state: 'sleep', sentTrack: null, trouble: event.trouble }
    case 'restart':
      return restart(model)
    case 'paused':
      return { ...model, sentTrack: null, mayPlay: false, state: stateAfterPause[model.state] }
    case 'pause-failed':
      return { ...model, sentTrack: null, mayPlay: true, state: stateAfterFailedPause[model.state] }
    case 'trouble':
      return { ...model, trouble: event.trouble }
    case 'sound':
      return setSound(model, event.report, event.now)
  }
}

/**
 * The state after the answer to a pause command, for each state before it. In `play` and `playing`, a new song was
 * started before this answer came. The pause has also stopped the new song, so it must start again.
 */
const stateAfterPause = {
  stopped: 'stopped',
  stop: 'stopped',
  play: 'play',
  playing: 'play',
  sleep: 'sleep',
} as const satisfies Record<PlayerState, PlayerState>

/** The state after a pause command that failed. In `stop`, the page sends the command again. */
const stateAfterFailedPause = { ...stateAfterPause, stopped: 'stop', stop: 'stop' } as const

function waitingState(track: Track | null): PlayerState {
  return track === null ? 'sleep' : 'play'
}

function restart(model: PlayerModel): PlayerModel {
  if (!isWanted(model)) return { ...model, trouble: null }
  const state = waitingState(model.track)
  return { ...model, state, sentTrack: null, commandId: model.commandId + 1, trouble: null }
}

function setDue(model: PlayerModel, track: Track | null): PlayerModel {
  if (isSameTrack(track, model.track)) return model
  if (!isWanted(model)) return { ...model, track }
  // While another device plays, this page does not take the sound back. A restart plays the track that is due then (P9).
  if (isPlayedElsewhere(model)) return { ...model, track, mayPlay: false }
  // A problem with one song ends when the next song is due (P8). A problem with the player itself does not end.
  const isSongTrouble = model.sentTrack !== null || (model.state === 'sleep' && model.track !== null)
  const trouble = isSongTrouble ? null : model.trouble
  return { ...model, track, state: waitingState(track), commandId: model.commandId + 1, trouble }
}

/** These problems end when the song plays again. */
const OVER_WHEN_AUDIBLE: ReadonlySet<Trouble | null> = new Set([
  'playback',
  'offline',
  'no-output',
  'elsewhere',
])

function setSound(model: PlayerModel, { status, offset }: SoundReport, now: number | null): PlayerModel {
  const before = model.sound
  // A player that can start songs at exact times gets the next song before its start. Until shortly after the start,
  // it may still play the previous song. During this time, the status `unknown` does not replace `audible`.
  const isStarting = now !== null && now - (model.track?.startTime ?? 0) < GAPLESS_WITHIN_MS
  if (status === 'unknown' && before.status === 'audible' && isStarting) return model
  // The browser has reported that it blocks the sound. The status `unknown` does not change that.
  const isStillBlocked = status === 'unknown' && before.status === 'blocked'
  // The earlier difference is wrong if the server's time is unknown, as after a sleep of the device (M10).
  const lastOffset = now === null ? null : before.offset
  const sound = { status: isStillBlocked ? before.status : status, offset: offset ?? lastOffset }
  if (status === 'wrong-song' && !isSameTrack(model.correctedTrack, model.track))
    return restart({ ...model, sound, correctedTrack: model.track })
  // The file ended before its song did (B17).
  if (status === 'ended') return { ...model, sound, trouble: 'broken' }
  const isElsewhere = status === 'wrong-song' || status === 'elsewhere'
  if (isElsewhere) return { ...model, sound, trouble: 'elsewhere' }
  // The song plays again, so a problem with loading or with the output is over.
  const isOver = status === 'audible' && OVER_WHEN_AUDIBLE.has(model.trouble)
  return { ...model, sound, trouble: isOver ? null : model.trouble }
}

/** What the controller must do next. `wait`: check again after `PLAYER_RETRY_MS`. */
export type Task = 'none' | 'wait' | 'play' | 'pause'

/** Returns what the controller must do next. @param isReady whether there is a working linked account and a device */
export function nextTask(model: PlayerModel, isReady: boolean): Task {
  if (model.state === 'stop') return 'pause'
  // While a track is due that the provider refused, the song before it plays to its end.
  if (model.state === 'sleep') return model.track === null && model.mayPlay ? 'pause' : 'none'
  if (model.state !== 'play' || isSameTrack(model.sentTrack, model.track)) return 'none'
  return isReady ? 'play' : 'wait'
}
