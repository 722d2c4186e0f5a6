import type { Account } from '@jointly/contract'
import { isWanted, type PlayerModel, type PlayerState } from '../controller/player-state.ts'
import type { Trouble } from '../controller/trouble.ts'
import type { Device } from '../provider/web-api.ts'
import type { SyncState } from '../sync/sync-button.ts'
import { syncErrorMsOf } from '../sync/sync-error.ts'

/**
 * The state of this person's sound.
 * - `off`: the person does not listen.
 * - `silent`: the person has no account, and so hears nothing (L5).
 * - `connecting`: the app is starting the song.
 * - `waiting`: the person listens, but no song can be played on this device now, or the song has just ended.
 * - `playing`: the song plays. As far as this page can measure, it is in sync with the session.
 * - `finding`: the song plays, but its difference from the session is not measured yet.
 * - `catchingUp`: the song plays, but it is not in sync yet.
 * - `buffering`: the player waits for data of the song, so its position does not change.
 * - `blocked`: the browser blocks the sound until a press.
 * - `trouble`: there is a problem; the field `trouble` contains it.
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

/** The devices of this person. */
export type DevicesView = {
  readonly devices: readonly Device[]
  /** The id of the device that plays. Null if there is none. */
  readonly deviceId: string | null
  /** The id of this page in the list of devices. Null while this page is not a device. */
  readonly browserDeviceId: string | null
}

export type PlayerView = DevicesView & {
  readonly state: PlayerState
  readonly listening: Listening
  readonly trouble: Trouble | null
  /**
   * The ± figure of the sync badge: the largest possible difference between the sound and the session, in milliseconds
   * (`syncErrorMsOf`). Null if it is unknown or too large to be shown.
   */
  readonly syncErrorMs: number | null
  /**
   * Whether the player measures its position, but the browser does not report the delay of its output (M7). The song
   * is then in sync only as far as this page can measure.
   */
  readonly isDelayUnknown: boolean
  readonly sync: SyncState
}

/** The view before the player is created. */
export const IDLE_VIEW: PlayerView = {
  state: 'stopped',
  listening: 'off',
  trouble: null,
  syncErrorMs: null,
  isDelayUnknown: false,
  sync: 'idle',
  devices: [],
  deviceId: null,
  browserDeviceId: null,
}

/** Returns whether the person pressed play and has not stopped since. */
export const isListeningOn: (view: Pick<PlayerView, 'state'>) => boolean = isWanted

/** Returns whether this person hears the session now. */
export const isAudible = ({ listening }: Pick<PlayerView, 'listening'>): boolean =>
  listening === 'playing' || listening === 'finding' || listening === 'catchingUp'

export type ViewInput = {
  model: PlayerModel
  /** The account that plays. Undefined when none is linked, null before the accounts are loaded. */
  account: Account | null | undefined
  /** The largest error of the server's time in ± milliseconds. Null while it is unknown. */
  clockErrorMs: number | null
  /** Whether the device that plays can start songs at exact times. False for another device than this page. */
  isTimed: boolean
  sync: SyncState
  devices: DevicesView
}

export function viewOf(input: ViewInput): PlayerView {
  const { model, account, sync, devices } = input
  const listening = listeningOf(input)
  const { offset } = model.sound
  return {
    ...devices,
    state: model.state,
    listening,
    trouble: model.trouble ?? (account && account.status !== 'ok' ? accountTrouble(account) : null),
    syncErrorMs: listening === 'playing' ? syncErrorMsOf(offset, input.clockErrorMs) : null,
    isDelayUnknown: input.isTimed && listening === 'playing' && offset?.errorMs === null,
    sync,
  }
}

/**
 * Returns whether two views have the same content. Then the screen does not need to render again. Most measurements
 * do not change the view.
 */
export const isSameView = (one: PlayerView, other: PlayerView): boolean =>
  Object.entries(one).every(([key, value]) => value === Reflect.get(other, key))

/** Returns whether two views both show a figure for the sync, and everything else is the same. */
export const differsOnlyInFigure = (one: PlayerView, other: PlayerView): boolean =>
  one.syncErrorMs !== null &&
  other.syncErrorMs !== null &&
  isSameView({ ...one, syncErrorMs: other.syncErrorMs }, other)

function accountTrouble(account: Account): Trouble {
  return account.status === 'not-allowed' ? 'not-registered' : 'grant-ended'
}

/** The sound is in sync if it differs from the session by at most this number of milliseconds. */
const OUT_OF_SYNC_MS = 250

function listeningOf({ model, account, clockErrorMs, isTimed }: ViewInput): Listening {
  const { status, offset } = model.sound
  if (account === undefined) return 'silent'
  if (!isWanted(model)) return 'off'
  if (model.trouble !== null || (account !== null && account.status !== 'ok')) return 'trouble'
  if (model.state === 'sleep' || status === 'over') return 'waiting'
  if (status === 'blocked') return 'blocked'
  if (model.state === 'play' || status === 'unknown') return 'connecting'
  if (status !== 'audible') return 'buffering'
  if (offset === null || clockErrorMs === null) return isTimed ? 'finding' : 'playing'
  return Math.abs(offset.behindMs) > OUT_OF_SYNC_MS ? 'catchingUp' : 'playing'
}
