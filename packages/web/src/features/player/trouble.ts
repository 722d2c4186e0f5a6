/**
 * Why this listener hears nothing. Only they are told; the session goes on (P8).
 *
 * `premium`: the provider plays for paying members only. `not-allowed`: the provider does not let this person or
 * this server in. `reconnect`: the link to the account is dead. `no-device`: the player is gone and does not come
 * back. `unavailable`: this song cannot be played for this person. `limit`: too many requests. `away`: the provider
 * fails. `offline`: it cannot be reached. `unsupported`: this browser has no player. `script`: the provider's
 * player could not be loaded. `playback`: the player reports an error of its own. `elsewhere`: another tab or device plays.
 */
export type Trouble =
  | 'premium'
  | 'not-allowed'
  | 'reconnect'
  | 'no-device'
  | 'unavailable'
  | 'limit'
  | 'away'
  | 'offline'
  | 'unsupported'
  | 'script'
  | 'playback'
  | 'elsewhere'

/** Whether it is told of a sound that did not go on: who hears it, or has stopped, need not know. */
export const isOfSound = (trouble: Trouble): boolean => trouble === 'playback' || trouble === 'offline'

/** The provider's refusal of a player command: what it means, and how it is met. */
export type ProviderRefusal =
  | { readonly why: Trouble }
  /** The token was refused: worth one try with a fresh one. */
  | { readonly why: 'token' }
  /** The command asked for what already is. */
  | { readonly why: 'already' }

const NOT_REGISTERED = /not (be )?registered|premium subscription required for the owner/i

/**
 * Reads a refusal of the provider's player calls. The body is JSON, plain text or nothing.
 *
 * @param status HTTP status, 0 when there was no answer
 */
export function refusalOf(status: number, text: string): ProviderRefusal {
  if (status === 0) return { why: 'offline' }
  if (status === 401) return { why: 'token' }
  if (status === 404) return { why: 'no-device' }
  if (status === 429) return { why: 'limit' }
  if (status >= 500) return { why: 'away' }
  if (status === 403 && NOT_REGISTERED.test(text)) return { why: 'not-allowed' }
  if (status === 403 && /PREMIUM_REQUIRED|premium required/i.test(text)) return { why: 'premium' }
  if (status === 403 && /scope/i.test(text)) return { why: 'reconnect' }
  if (status === 403 && /restriction violated|ALREADY_PAUSED|NOT_PLAYING/i.test(text))
    return { why: 'already' }
  return { why: 'unavailable' }
}
