import { type Refused, refuse } from '../refusal.ts'
import { ApiError, TokenError } from './wire.ts'

/** How long to wait where the provider does not say, in seconds. */
const USUAL_WAIT_SEC = 5

const NOT_ALLOWED =
  'The streaming service does not let you in yet. Ask the operator of this server to add you to the users of its app.'

/** Whether the provider does not let this person use this app at all. */
export function isNotAllowed({ details }: Refused): boolean {
  return details.message === NOT_ALLOWED
}

/** A refusal of the Web API, as ours, in words that say what to do. Some are JSON, some plain text (docs/spotify.md 2.0). */
export function apiRefusal(status: number, text: string, retryAfter: string | null): Refused {
  const { message, reason } = readError(text)
  switch (status) {
    case 401:
      return refuse('reconnect')
    case 403:
      return forbidden(message)
    case 404:
      return refuse('not-found', { message: 'The streaming service does not have this (any more).' })
    case 429:
      return tooMany(retryAfter, reason)
  }
  if (status >= 500) return refuse('provider-away', { retryAfterSec: USUAL_WAIT_SEC })
  return refuse('provider-refused', { message: `The streaming service refuses this: ${message}` })
}

function forbidden(message: string): Refused {
  if (/not (be )?registered/i.test(message)) return refuse('provider-refused', { message: NOT_ALLOWED })
  if (/premium subscription required for the owner/i.test(message))
    return refuse('provider-refused', {
      message:
        'The streaming service has paused this server, because its operator has no Premium at the moment.',
    })
  if (/insufficient client scope/i.test(message))
    return refuse('reconnect', { message: 'A permission is missing. Please connect the account again.' })
  return refuse('provider-refused')
}

function tooMany(retryAfter: string | null, reason: string | undefined): Refused {
  const retryAfterSec = Number(retryAfter) || USUAL_WAIT_SEC
  return refuse('provider-limit', {
    retryAfterSec,
    ...(reason === 'QUOTA_EXCEEDED' && {
      message: 'This server has used up what the streaming service grants it for today.',
    }),
  })
}

function readError(text: string): { message: string; reason?: string | undefined } {
  const parsed = ApiError.safeParse(jsonOf(text))
  if (!parsed.success) return { message: text.slice(0, 200) }
  return { message: parsed.data.error.message ?? '', reason: parsed.data.error.reason }
}

/** A refusal of the token endpoint, told apart by its `error` alone. */
export function tokenRefusal(status: number, text: string, retryAfter: string | null): Refused {
  if (status === 429) return tooMany(retryAfter, undefined)
  if (status >= 500) return refuse('provider-away', { retryAfterSec: USUAL_WAIT_SEC })
  const parsed = TokenError.safeParse(jsonOf(text))
  if (parsed.success && parsed.data.error === 'invalid_grant') return refuse('reconnect')
  return refuse('provider-refused', {
    message:
      'The streaming service does not accept this server. Its operator must check the client id and secret.',
  })
}

/** What the text says as JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
