import { type ErrorCode, errorStatus, type CallError } from '@jointly/contract'
import type { ProviderFailure, VoteRule } from '@jointly/domain'
import type { PageRefusal } from './http/pages/page-texts.ts'

/**
 * The answer of the server to a call that it refuses. A function that may refuse returns
 * `T | Refusal` and never throws a refusal; its caller checks the result with `isRefused`.
 */
export class Refusal {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails) {
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }

  /** The refusal as the client gets it (E1). */
  get body(): { error: CallError } {
    const { message, failure, fields, item, rule, current } = this.details
    return {
      error: {
        code: this.code,
        message: message ?? defaultMessages[this.code],
        ...(failure && { reason: failure }),
        ...(fields && { fields }),
        ...(item && { item }),
        ...(rule && { rule }),
        ...(current && { current }),
      },
    }
  }
}

export type RefusalDetails = {
  /** A message for the user: what failed, and what to do. Without it, the default text of the code is used. */
  message?: string
  /** The key of the translated text, for a refusal that a browser shows as a page (W3). */
  page?: PageRefusal
  /** The failure of the streaming service (L13). */
  failure?: ProviderFailure
  /** The invalid fields of the input. The key is the path of the field, the value a code for the reason. */
  fields?: Record<string, string>
  /** The item of the flavor (the session's song rules) that refused a song (F3). */
  item?: NonNullable<CallError['item']>
  /** The rule of the host that refused a vote, such as `down-votes` (H4). */
  rule?: VoteRule
  /** The current options of the session, after a save with an outdated version (R4). */
  current?: NonNullable<CallError['current']>
  /** After how many seconds the client may repeat the call. */
  retryAfterSec?: number
}

export function refuse(code: ErrorCode, details: RefusalDetails = {}): Refusal {
  return new Refusal(code, details)
}

export function isRefused(value: unknown): value is Refusal {
  return value instanceof Refusal
}

const defaultMessages: Record<ErrorCode, string> = {
  malformed: 'The request could not be read.',
  unauthenticated: 'Please log in.',
  credentials: 'Wrong username or password.',
  forbidden: 'You may not do this.',
  'no-guests': 'This session takes no guests now. Create an account or log in.',
  guest: 'Create an account to do this.',
  policy: 'This session does not let you in.',
  banned: 'You are banned from this session.',
  muted: 'A moderator muted you in this chat.',
  'chat-off': 'The chat of this session is off.',
  'not-found': 'There is nothing here.',
  method: 'This address does not know that method.',
  'too-many': 'This is more than one person may have.',
  taken: 'This name is taken.',
  stale: 'Somebody else changed this meanwhile.',
  flavor: 'The flavor of this session refuses this song.',
  rule: 'The rules of this session do not allow this.',
  'not-inside': 'Open the session first.',
  'not-linked': 'Connect an account first.',
  'no-passkeys': 'Passkeys work only at the name of this server, over https or on localhost.',
  reconnect: 'The connection to the streaming account ended. Please connect it again.',
  'link-state': 'This connection was not begun here or has ended. Please begin again.',
  'link-denied': 'The connection was not allowed.',
  'provider-refused': 'The streaming service refuses this.',
  'too-large': 'This is too much at once.',
  'media-type': 'Only JSON is understood.',
  invalid: 'Some fields are not valid.',
  ticket: 'This ticket is not valid.',
  passkey: 'This passkey cannot be used.',
  reset: 'This reset link is used, expired or unknown.',
  'rate-limited': 'Too many attempts. Please wait a little.',
  internal: 'Something went wrong on the server.',
  'provider-away': 'The streaming service does not answer. Please try again soon.',
  'provider-limit': 'The streaming service asks us to wait.',
  'database-away': 'The database does not answer. Please try again soon.',
}
