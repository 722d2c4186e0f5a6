import type { ProviderFailure } from '@jointly/domain'

/** The text for each failure of the streaming service (L13). */
const failure = {
  token: 'The streaming service does not accept the connection to your account at the moment.',
  'grant-ended': 'The link to your streaming account has ended. Open Accounts to connect it again.',
  permission:
    'Your streaming account has not allowed this. Connect it again in Accounts, and allow what is asked for.',
  'not-registered':
    'The streaming service does not let your account in yet. Ask whoever runs this server to add you to the users of its app.',
  'operator-premium':
    'The streaming service has paused this server, because whoever runs it has no Premium at the moment.',
  premium: 'The streaming service asks for Premium here. You can still follow and vote.',
  forbidden: 'The streaming service does not give access to this with your account.',
  gone: 'The streaming service does not have this, or not any more.',
  'bad-request':
    'The streaming service did not accept this request. Should that last, tell whoever runs this server.',
  rate: 'The streaming service asks for a pause.',
  quota: 'This server has used up what the streaming service grants it for today.',
  away: 'The streaming service does not answer at the moment.',
  unclear: 'The streaming service gave an incomplete answer.',
  'app-refused':
    'The streaming service does not accept this server. Whoever runs it must check the client id and secret.',
  'sign-in': 'The streaming service refused to connect the account. Start the connection again.',
} as const satisfies Record<ProviderFailure, string>

export const providerTexts = {
  provider: {
    failure,
    tryAgain: '{{reason}} Try again in a moment.',
    nextTry: '{{reason}} Next try: {{time}}.',
    tryAgainIn: '{{reason}} Try again in {{wait}}.',
  },
} as const
