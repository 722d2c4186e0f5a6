import type { ErrorCode, Failure } from '@jointly/contract'

/** Words for every reason a call can fail for: the closed list of the contract, and what the network does. */
const codes = {
  malformed: 'The server did not understand that. Reload the page and try again.',
  unauthenticated: 'Your log-in has ended. Please log in again.',
  credentials: 'That name and password do not belong together.',
  forbidden: 'You are not allowed to do that.',
  policy: 'This session is closed to you. Ask someone inside to invite you.',
  banned: 'You were removed from this session.',
  'not-found': 'There is nothing here, or not any more.',
  method: 'The server does not do that. Reload the page and try again.',
  'too-many': 'You have as many of these as one person may have. Take one away first, then try again.',
  taken: 'Someone else has that already. Choose another.',
  stale: 'Someone saved changes before you. Look at them, then save again.',
  flavor: 'The flavor of this session does not allow this song.',
  'not-inside': 'You are not in this session any more. Open it again.',
  'not-linked': 'Connect a streaming account first.',
  reconnect: 'Your streaming account has to be connected anew. Open Accounts to do so.',
  'link-state': 'This connection was not started by you, or took too long. Start it again.',
  'link-denied': 'You did not allow the connection. Nothing was linked.',
  'provider-refused': 'The streaming service refused that for your account.',
  'too-large': 'That is too much at once.',
  'media-type': 'The server did not understand that. Reload the page and try again.',
  invalid: 'Something here is not right yet. Look at the marked fields.',
  ticket: 'This ticket is used, expired or unknown.',
  'rate-limited': 'Too many attempts. Wait a moment, then try again.',
  internal: 'Something broke on the server. Try again.',
  'not-implemented': 'This is not open yet. It comes with one of the next versions.',
  'provider-away': 'The streaming service does not answer. Try again in a moment.',
  'provider-limit': 'The streaming service asks for a pause. Try again in a moment.',
  'database-away': 'The server cannot reach its memory. Try again in a moment.',
  network: 'The server cannot be reached. Check your connection, then try again.',
  aborted: 'This was stopped before it was done.',
  timeout: 'The server took too long to answer. Try again.',
  unreadable: 'The answer could not be read. Reload the page; perhaps there is a new version.',
} as const satisfies Record<ErrorCode | Failure['code'], string>

/** What can be wrong with one input, as the server names it. */
export const fieldReasons = [
  'required',
  'username',
  'email',
  'password',
  'common',
  'title',
  'taken',
  'wrong',
  'invalid',
] as const

export const apiTexts = {
  error: {
    ...codes,
    'rate-limited-wait': 'Too many attempts. Try again in {{wait}}.',
    'internal-id': 'Something broke on the server. Try again, or report number {{id}}.',
    'wait-seconds_one': '{{count}} second',
    'wait-seconds_other': '{{count}} seconds',
    'wait-minutes_one': '{{count}} minute',
    'wait-minutes_other': '{{count}} minutes',
  },
  field: {
    required: 'Please fill this in.',
    username: 'Start with a letter; then letters, digits, - _ or . (2-20 Chars).',
    email: 'This does not look like an e-mail address.',
    password: 'At least 6 characters with a letter and a digit.',
    common: 'This is one of the most used passwords, which are guessed first. Please choose another.',
    title: '1 to 80 characters, please.',
    taken: 'Someone else has this already.',
    wrong: 'This is not your current password.',
    invalid: 'This is not right yet.',
  } satisfies Record<(typeof fieldReasons)[number], string>,
} as const
