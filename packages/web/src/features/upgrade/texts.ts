export const upgradeTexts = {
  upgrade: {
    title: 'Managed session',
    intro:
      '“{{title}}” is in random mode now. Managed, it gets moderators, flavors and a door that you close.',
    introManaged: '“{{title}}” has moderators, flavors and a door that you close.',
    fallback: 'This session',
    infinite: 'Keep it managed',
    infiniteText: 'The full option: the session stays managed, for 5 dollars per month.',
    infiniteAction: 'Upgrade for good',
    monthly: 'A month to try',
    monthlyText: 'After a month the session is random again; its options are kept.',
    monthlyAction: 'Try Managed for a Month (7$)',
    free: 'This server charges nothing: the upgrade is granted at once.',
    later: 'Not now, open the session',
    done: 'This session is managed now.',
    managed: 'This session is managed already.',
    managedUntil: 'This session is managed until {{date}}. Choose again to change that.',
    managedForGood: 'This session is managed already, without an end.',
    ownerOnly: 'Only its owner can upgrade a session',
    ownerOnlyText: 'Ask the owner to make it managed.',
    toSession: 'Open the session',
  },
} as const
