export const upgradeTexts = {
  upgrade: {
    title: 'Managed session',
    intro:
      'One more tap makes “{{title}}” a managed session: you get moderators (people who help you) and flavors (which songs are allowed).',
    introManaged: '“{{title}}” has moderators, flavors (which songs are allowed) and bans.',
    infinite: 'Managed for good',
    infiniteText: 'The full option: the session stays managed, for 5 dollars per month (list price).',
    infiniteAction: 'Make it managed',
    infiniteKeep: 'Keep it managed',
    monthly: 'A month to try',
    monthlyText:
      'After a month the session returns to random mode and keeps its options. 7$ is the list price.',
    monthlyAction: 'Try Managed for a Month (7$)',
    free: 'This server charges nothing, now or later: you pay none of the list prices below.',
    later: 'Leave it in random mode',
    done: 'This session is managed now.',
    managed: 'This session is already managed.',
    managedUntil: 'This session is managed until {{date}}. Choose again to change that.',
    managedForGood: 'This session is already managed, with no end date.',
    ownerOnly: 'Only the owner can upgrade a session',
    ownerOnlyText: 'Ask the owner to make it managed.',
    toSession: 'Open the session',
    none: 'This session does not exist',
    noneText: 'It was deleted, or you have never joined it. Ask for a new link.',
    home: 'To your sessions',
  },
} as const
