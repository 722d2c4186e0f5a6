import { isSameTrack, type Track } from './plan.ts'
import type { Trouble } from './trouble.ts'

/**
 * `stopped`: does not listen. `play`: wants to, and waits for accounts and a device, or for the command to arrive.
 * `playing`: the device was told and agreed. `sleep`: wants to, but nothing is to be played here now. `stop`: the
 * device is being told to pause.
 */
export type PlayerState = 'stopped' | 'play' | 'playing' | 'sleep' | 'stop'

export type Player = {
  readonly state: PlayerState
  /** What is due now and can be played here. */
  readonly track: Track | null
  /** What the device was told to play last, while it may still sound. */
  readonly told: Track | null
  /** Counts the commands: the answer to an outdated one is passed over. */
  readonly order: number
  readonly trouble: Trouble | null
}

export type PlayerEvent =
  | { readonly type: 'wanted' }
  | { readonly type: 'unwanted' }
  | { readonly type: 'due'; readonly track: Track | null }
  /** The device is told to play `track`. */
  | { readonly type: 'telling'; readonly track: Track }
  | { readonly type: 'started'; readonly order: number }
  | { readonly type: 'failed'; readonly order: number; readonly trouble: Trouble }
  /** What plays is to be told again: the sound was unlocked, the device was lost, or it plays something else. */
  | { readonly type: 'again' }
  | { readonly type: 'paused' }
  | { readonly type: 'troubled'; readonly trouble: Trouble }

export const STOPPED: Player = { state: 'stopped', track: null, told: null, order: 0, trouble: null }

export function isWanted(player: Player): boolean {
  return player.state !== 'stopped' && player.state !== 'stop'
}

/** The player after an event (spec section 4). Pure: what is to be done about it, `taskOf` says. */
export function transition(player: Player, event: PlayerEvent): Player {
  switch (event.type) {
    case 'wanted':
      return { ...player, state: stateFor(player.track), trouble: null }
    case 'unwanted':
      if (!isWanted(player)) return player
      return { ...player, state: player.told === null ? 'stopped' : 'stop', order: player.order + 1 }
    case 'due':
      return due(player, event.track)
    case 'telling':
      return { ...player, told: event.track, order: player.order + 1 }
    case 'started':
      if (event.order !== player.order || !isSameTrack(player.told, player.track)) return player
      return player.state === 'play' ? { ...player, state: 'playing', trouble: null } : player
    case 'failed':
      if (event.order !== player.order || player.state !== 'play') return player
      return { ...player, state: 'sleep', told: null, trouble: event.trouble }
    case 'again':
      if (!isWanted(player)) return player
      return { ...player, state: stateFor(player.track), told: null, order: player.order + 1, trouble: null }
    case 'paused':
      return { ...player, told: null, state: afterPause[player.state] }
    case 'troubled':
      return { ...player, trouble: event.trouble }
  }
}

/** A pause that comes late has silenced what was told since: it is told again. */
const afterPause = {
  stopped: 'stopped',
  stop: 'stopped',
  play: 'play',
  playing: 'play',
  sleep: 'sleep',
} as const satisfies Record<PlayerState, PlayerState>

function stateFor(track: Track | null): PlayerState {
  return track === null ? 'sleep' : 'play'
}

function due(player: Player, track: Track | null): Player {
  if (isSameTrack(track, player.track)) return player
  if (!isWanted(player)) return { ...player, track }
  // What failed for one song is worth another try with the next one (P8); a player that did not come up is no song's.
  const isOfSong = player.told !== null || (player.state === 'sleep' && player.track !== null)
  const trouble = isOfSong ? null : player.trouble
  return { ...player, track, state: stateFor(track), order: player.order + 1, trouble }
}

/** What is to be done in a state: `wait` means to look again after 200 ms. */
export type Task = 'none' | 'wait' | 'tell' | 'pause'

/**
 * @param player the player
 * @param armed whether the accounts are loaded and a device is set
 */
export function taskOf(player: Player, armed: boolean): Task {
  if (player.state === 'stop') return 'pause'
  if (player.state === 'sleep') return player.told === null ? 'none' : 'pause'
  if (player.state !== 'play' || isSameTrack(player.told, player.track)) return 'none'
  return armed ? 'tell' : 'wait'
}
