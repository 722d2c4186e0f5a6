import type { ProviderFailure } from '@jointly/domain'

/** The text for each failure of the streaming service (L13). */
const failure = {
  token: 'The streaming service does not accept your account right now.',
  'grant-ended': 'Your streaming account is disconnected. Connect it again in “Accounts”.',
  permission: 'A permission is missing. Connect your account again in “Accounts” and allow everything.',
  'not-registered':
    'Your account is not on the list of this server yet. Ask the person who runs it to add you.',
  'operator-premium':
    'The streaming service has paused this server, because the person who runs it has no Premium right now.',
  premium: 'You need Premium to hear this. You can still follow and vote.',
  forbidden: 'Your account has no access to this.',
  gone: 'The streaming service no longer has this.',
  full: 'Your streaming account has no room for more.',
  'bad-request':
    'The streaming service did not accept this. If it happens again, tell the person who runs this server.',
  rate: 'The streaming service is busy.',
  quota: 'This server has reached its daily limit at the streaming service.',
  away: 'The streaming service does not answer.',
  unclear: 'The streaming service gave an incomplete answer.',
  'app-refused':
    'The streaming service does not accept this server. The person who runs it must check the client id and secret.',
  'sign-in': 'The account could not be connected. Try again.',
} as const satisfies Record<ProviderFailure, string>

export const providerTexts = {
  provider: {
    failure,
    tryAgain: '{{reason}} Try again in a moment.',
    nextTry: '{{reason}} Next try: {{time}}.',
    tryAgainIn: '{{reason}} Try again in {{wait}}.',
  },
} as const
