import { apiFailure, type ProviderFailure } from '@jointly/domain'

/**
 * Why this listener hears nothing. Only they are told; the session goes on (P8). A failure of the provider, or:
 *
 * `no-device`: the player is gone and does not come back. `unavailable`: this song cannot be played for this person.
 * `offline`: the provider cannot be reached. `unsupported`: this browser has no player. `script`: the provider's player
 * could not be loaded. `playback`: the player reports an error of its own. `elsewhere`: another tab or device plays.
 */
export type Trouble = ProviderFailure | OwnTrouble
export type OwnTrouble =
  | 'no-device'
  | 'unavailable'
  | 'offline'
  | 'unsupported'
  | 'script'
  | 'playback'
  | 'elsewhere'

const ownTroubles: ReadonlySet<string> = new Set<OwnTrouble>([
  'no-device',
  'unavailable',
  'offline',
  'unsupported',
  'script',
  'playback',
  'elsewhere',
])

/** Whether a trouble is none of the provider's failures, whose words the whole app shares (L13). */
export const isOwnTrouble = (trouble: Trouble): trouble is OwnTrouble => ownTroubles.has(trouble)

/** Whether it is told of a sound that did not go on: who hears it, or has stopped, need not know. */
export const isOfSound = (trouble: Trouble): boolean => trouble === 'playback' || trouble === 'offline'

/** The provider's refusal of a player command: what it means, and how it is met. */
export type ProviderRefusal =
  | { readonly why: Exclude<Trouble, 'token'> }
  /** The access token was refused; `token` is the one. */
  | { readonly why: 'token'; readonly token: string }
  /** The command asked for what already is. */
  | { readonly why: 'already' }

/**
 * Reads a refusal of the provider's player calls. The body is JSON, plain text or nothing.
 *
 * @param status HTTP status, 0 when there was no answer
 * @param token the access token of the call
 */
export function refusalOf(status: number, text: string, token: string): ProviderRefusal {
  if (status === 0) return { why: 'offline' }
  if (status === 403 && /restriction violated|ALREADY_PAUSED|NOT_PLAYING/i.test(text))
    return { why: 'already' }
  const failure = apiFailure(status, text)
  switch (failure) {
    case 'token':
      return { why: 'token', token }
    case 'gone':
      return { why: 'no-device' }
    case 'forbidden':
    case 'bad-request':
      return { why: 'unavailable' }
    default:
      return { why: failure }
  }
}
