export const timelineTexts = {
  timeline: {
    title: 'Timeline',
    intro: 'Songs that played in your sessions in the last thirty days.',
    empty: 'Nothing played yet',
    emptyText: 'Songs from your sessions appear here.',
    toSessions: 'To the sessions',
    more: 'The newest {{shown}} of {{all}} songs. To get all of them, save what played.',
    older: 'Older',
    end: 'No older songs.',
  },
} as const
