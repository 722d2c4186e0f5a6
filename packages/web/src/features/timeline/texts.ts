export const timelineTexts = {
  timeline: {
    title: 'Timeline',
    intro: 'What you heard together, for thirty days.',
    empty: 'Nothing played yet',
    emptyText: 'Songs that play while you are in a session are kept here.',
    toSessions: 'To the sessions',
    older: 'Older',
    end: 'That was all of it.',
  },
} as const
