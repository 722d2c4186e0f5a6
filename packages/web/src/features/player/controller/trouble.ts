import { apiFailure, failurePolicy, type ProviderFailure } from '@jointly/domain'

/**
 * Why this person hears nothing. The session continues for the others (P8). The reason is a failure of the provider
 * or one of the following:
 * - `no-device`: the player did not become a device of the provider.
 * - `unavailable`: this song cannot be played for this person.
 * - `offline`: the provider does not answer.
 * - `unsupported`: this browser cannot run the player.
 * - `script`: the provider's script could not be loaded.
 * - `playback`: the player reported a playback error without a known cause.
 * - `broken`: the file of this song is broken, or this browser cannot play it.
 * - `no-output`: this device has no output for sound. The player continues by itself when there is an output (M11).
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
 * Returns whether this is a problem of the player, whose text is in `playerTexts`. Otherwise it is a failure of the
 * provider, whose texts are shared by the whole app (L13).
 */
export const isPlayerTrouble = (trouble: Trouble): trouble is PlayerTrouble => !(trouble in failurePolicy)

/** Returns whether a problem matters only while the person is waiting for sound. */
export const isSoundTrouble = (trouble: Trouble): boolean =>
  trouble === 'playback' || trouble === 'offline' || endsSound(trouble)

/** Returns whether the sound has ended because of this problem, even if the last sound status is `audible`. */
export const endsSound = (trouble: Trouble): boolean => trouble === 'broken' || trouble === 'no-output'

/** Why the provider did not accept a player command. */
export type CommandRefusal =
  | { readonly reason: Exclude<Trouble, 'token'> }
  /** The provider refused the access token of the request, which is `token`. */
  | { readonly reason: 'token'; readonly token: string }
  /** The player already has the requested state. */
  | { readonly reason: 'already' }

/**
 * Converts the provider's refusal of a player command to a reason.
 * @param status the HTTP status; 0 if there was no answer
 * @param text the body: JSON, plain text or empty
 * @param token the access token of the request
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
