export const guestTexts = {
  guest: {
    form: 'Join as a guest',
    nickname: 'Your nickname',
    nicknameHint: 'Others see it. No account needed.',
    listen: 'Listen',
    /** The names for suggested nicknames, separated by commas. The app adds a number to the chosen name. */
    names:
      'Otter, Panda, Robin, Koala, Fox, Lynx, Heron, Badger, Dolphin, Finch, Lemur, Tiger, Puffin, Beaver',
    full: 'This session has no room for more guests. Log in or create an account to join it.',
    mark: 'Guest',
    inText: '{{name}} (guest)',
  },
} as const
