export const browseTexts = {
  browse: {
    title: 'Browse',
    empty: 'Nothing to browse yet',
    emptyText: 'Pages that belong to Jointly open here.',
    toSessions: 'To the sessions',
    ticket: 'Beta ticket',
    ticketText: 'A ticket lets one person create an account. It works once, for 14 days.',
    create: 'Create New Beta Ticket',
    link: 'Send this link to one person:',
    copy: 'Copy the link',
    copied: 'Copied.',
    notCopied: 'The browser did not let it be copied. Select the link and copy it.',
    song: 'Song',
  },
} as const
