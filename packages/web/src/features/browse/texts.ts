export const browseTexts = {
  browse: {
    title: 'Browse',
    intro: 'Pages of this server that open here.',
    unknown: 'There is no such page',
    unknownText: 'The address may be mistyped, or the page was taken away.',
    toPages: 'What there is to open',
    ticket: 'Beta ticket',
    ticketText: 'Each link lets one person sign up',
    notYours: 'This page is for operators',
    notYoursText: 'Only the person who set up this server creates tickets. Ask them for one.',
    toSettings: 'To the settings',
    api: 'The API',
    apiText: 'Every call of this server',
    song: 'Song',
  },
} as const
