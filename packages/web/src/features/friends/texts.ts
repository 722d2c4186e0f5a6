export const friendsTexts = {
  friends: {
    title: 'Friends',
    find: 'Find friends',
    empty: 'No friends here yet',
    emptyText: 'Until you find each other by name, the link of a session brings anyone in.',
    toSessions: 'To the sessions',
    requested: 'You asked',
    asked: 'Asks to be your friend',
    friends: 'Friend',
    findTitle: 'Find Friends',
    findEmpty: 'Searching by name opens soon',
    findText: 'It comes with one of the next versions. Until then, share the link of a session.',
  },
} as const
