/** Texts of joining as a guest. */
export const guestTexts = {
  guest: {
    form: 'Join as a guest',
    nickname: 'Your nickname',
    nicknameHint: 'Others see it. No account needed.',
    listen: 'Listen',
    /** Suggested nicknames, separated by commas. A number is added. */
    names:
      'Otter, Panda, Robin, Koala, Fox, Lynx, Heron, Badger, Dolphin, Finch, Lemur, Tiger, Puffin, Beaver',
    mark: 'Guest',
    inText: '{{name}} (guest)',
  },
} as const
