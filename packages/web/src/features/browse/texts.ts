export const browseTexts = {
  browse: {
    title: 'Browse',
    intro: 'Pages of this server.',
    unknown: 'This page does not exist',
    unknownText: 'The address may be wrong, or the page was removed.',
    toPages: 'All pages',
    ticket: 'Beta ticket',
    ticketText: 'Each link lets one person sign up',
    notYours: 'This page is for the person who runs this server',
    notYoursText: 'Only they can create tickets (sign-up links). Ask them for one.',
    toSettings: 'To the settings',
    api: 'The API',
    apiText: 'All calls of this server',
    song: 'Song',
  },
} as const
