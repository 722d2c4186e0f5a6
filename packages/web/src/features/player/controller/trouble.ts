import { apiFailure, failurePolicy, type ProviderFailure } from '@jointly/domain'

/**
 * Why this person hears nothing. The session continues for the others (P8). The reason is a failure of the provider
 * or one of these:
 * - `no-device`: the player did not become a device.
 * - `unavailable`: this song cannot be played for this person.
 * - `offline`: the provider cannot be reached.
 * - `unsupported`: this browser has no player.
 * - `script`: the provider's script could not be loaded.
 * - `playback`: the player reported an error of its own.
 * - `broken`: the file of this song is broken, or this browser cannot play it.
 * - `no-output`: this device has no output for sound. The player continues by itself when it has one (M11).
 * - `elsewhere`: another tab or device plays.
 */
export type Trouble = ProviderFailure | PlayerTrouble
export type PlayerTrouble =
  | 'no-device'
  | 'unavailable'
  | 'offline'
  | 'unsupported'
  | 'script'
  | 'playback'
  | 'broken'
  | 'no-output'
  | 'elsewhere'

/**
 * Returns whether this is a problem of the player, with a text in `playerTexts`. Otherwise it is a failure of the
 * provider, whose texts the whole app shares (L13).
 */
export const isPlayerTrouble = (trouble: Trouble): trouble is PlayerTrouble => !(trouble in failurePolicy)

/** Returns whether a problem matters only while the person is waiting for sound. */
export const isSoundTrouble = (trouble: Trouble): boolean =>
  trouble === 'playback' || trouble === 'offline' || endsSound(trouble)

/** Returns whether the sound has ended with this problem, even if the last status said that the song plays. */
export const endsSound = (trouble: Trouble): boolean => trouble === 'broken' || trouble === 'no-output'

/** Why the provider did not accept a command to the player. */
export type CommandRefusal =
  | { readonly reason: Exclude<Trouble, 'token'> }
  /** The provider refused `token`, the access token of the call. */
  | { readonly reason: 'token'; readonly token: string }
  /** The player is already in the requested state. */
  | { readonly reason: 'already' }

/**
 * Converts the provider's refusal of a player command to a reason. The body is JSON, plain text or empty.
 *
 * @param status HTTP status; 0 when there was no answer
 * @param token the access token of the call
 */
export function readRefusal(status: number, text: string, token: string): CommandRefusal {
  if (status === 0) return { reason: 'offline' }
  if (status === 403 && /restriction violated|ALREADY_PAUSED|NOT_PLAYING/i.test(text))
    return { reason: 'already' }
  const failure = apiFailure(status, text)
  switch (failure) {
    case 'token':
      return { reason: 'token', token }
    case 'gone':
      return { reason: 'no-device' }
    case 'forbidden':
    case 'bad-request':
      return { reason: 'unavailable' }
    default:
      return { reason: failure }
  }
}
