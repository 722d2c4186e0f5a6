export const invitationTexts = {
  invitation: {
    label: 'Invitation',
    from: '{{name}} invites you to listen together',
    nothing: 'No song is playing yet',
    now: 'Now playing',
    people_zero: 'Nobody is in this session yet',
    people_one: '{{count}} person is in this session',
    people_other: '{{count}} people are in this session',
    noGuests: {
      session: 'This session takes no guests now. Create an account, or log in below.',
      server: 'This server takes no guests now. Create an account, or log in below.',
    },
    loading: 'Loading the invitation …',
    closed: 'No open session at this link',
    closedText: 'It may be closed or deleted. If you were invited, log in below.',
    failed: 'The invitation could not be loaded',
    again: 'Try again',
    orLogin: 'Have an account? Log in below.',
  },
  join: {
    soon: 'A list of open sessions',
    title: 'Coming Soon',
    text: 'We will let You know when time has come',
  },
} as const
