import type { Account } from '@jointly/contract'
import { isWanted, type Player, type PlayerState } from '../engine/machine.ts'
import type { Trouble } from '../engine/trouble.ts'
import type { Distance } from '../clock/sound-watch.ts'
import type { Verdict } from '../clock/verdict.ts'
import type { Device } from '../provider/web-api.ts'

/**
 * How this person listens, told honestly. `off`: not listening. `silent`: follows without an account, hears nothing
 * (L5). `connecting`: the sound is on its way. `waiting`: nothing is to be played now. `playing`: the position moves.
 * `finding`: heard, and being measured. `catchingUp`: heard, but not yet where the others are. `buffering`: told to play, but it does not move. `blocked`: the browser wants a tap first. `trouble`: says `trouble`.
 */
export type Listening =
  | 'off'
  | 'silent'
  | 'connecting'
  | 'waiting'
  | 'finding'
  | 'catchingUp'
  | 'playing'
  | 'buffering'
  | 'blocked'
  | 'trouble'

/** What a person's wish to get in step anew has come to. */
export type SyncState = 'idle' | 'measuring' | 'done' | 'failed'

/** Where the sound may come out, and does. */
export type DevicesView = {
  readonly devices: readonly Device[]
  readonly deviceId: string | null
  /** This page, where it is one of them. */
  readonly ownDeviceId: string | null
}

export type PlayerView = DevicesView & {
  readonly state: PlayerState
  readonly listening: Listening
  readonly trouble: Trouble | null
  /** In step with the session within ± this many milliseconds; null while nobody can say. */
  readonly withinMs: number | null
  readonly sync: SyncState
}

/** Before there is a player. */
export const IDLE_VIEW: PlayerView = {
  state: 'stopped',
  listening: 'off',
  trouble: null,
  withinMs: null,
  sync: 'idle',
  devices: [],
  deviceId: null,
  ownDeviceId: null,
}

/** Whether the person pressed play and has not stopped since. */
export const isListeningOn = ({ state }: PlayerView): boolean => state !== 'stopped' && state !== 'stop'

export type ViewParts = DevicesView & {
  player: Player
  /** The account that plays; undefined when none is linked, null while unknown. */
  account: Account | null | undefined
  verdict: Verdict
  /** How far the sound lies behind the session as last seen. */
  distance: Distance | null
  /** How well the server's time is known. */
  clockMs: number | null
  keepsTime: boolean
  sync: SyncState
}

export function viewOf(parts: ViewParts): PlayerView {
  const { player, sync, devices, deviceId, ownDeviceId } = parts
  const listening = listeningOf(parts)
  return {
    state: player.state,
    listening,
    trouble:
      player.trouble ??
      (parts.account && parts.account.status !== 'ok' ? accountTrouble(parts.account) : null),
    withinMs: listening === 'playing' ? withinOf(parts) : null,
    sync,
    devices,
    deviceId,
    ownDeviceId,
  }
}

/** All that is uncertain, added up; null where a part of it is not known: then nothing is claimed. */
function withinOf({ distance, clockMs }: ViewParts): number | null {
  if (distance === null || distance.withinMs === null || clockMs === null) return null
  return Math.max(1, Math.ceil(Math.abs(distance.behindMs) + distance.withinMs + clockMs))
}

function accountTrouble(account: Account): Trouble {
  return account.status === 'not-allowed' ? 'not-registered' : 'grant-ended'
}

/** Further off than this, nobody would call it in step. */
const OUT_OF_STEP_MS = 250

function listeningOf({ player, account, verdict, distance, clockMs, keepsTime }: ViewParts): Listening {
  if (account === undefined) return 'silent'
  if (!isWanted(player)) return 'off'
  if (player.trouble !== null || (account !== null && account.status !== 'ok')) return 'trouble'
  if (player.state === 'sleep') return 'waiting'
  if (verdict === 'blocked') return 'blocked'
  if (player.state === 'play' || verdict === 'early') return 'connecting'
  if (verdict !== 'heard') return 'buffering'
  if (distance === null || clockMs === null) return keepsTime ? 'finding' : 'playing'
  return Math.abs(distance.behindMs) > OUT_OF_STEP_MS ? 'catchingUp' : 'playing'
}
