export const friendsTexts = {
  friends: {
    title: 'Friends',
    find: 'Find friends',
    empty: 'No friends here yet',
    emptyText: 'Find people by their name and ask them. Friends can be invited into a session with one tap.',
    status: {
      none: 'Not a friend yet',
      requested: 'You asked, no answer yet',
      asked: 'Asks to be your friend',
      friends: 'Friend',
      self: 'This is you',
    },
    move: {
      add: 'Ask {{name}} to be a friend',
      withdraw: 'Withdraw the request to {{name}}',
      accept: 'Accept {{name}} as a friend',
      remove: 'Remove {{name}} from your friends',
    },
    done: {
      add: '{{name}} has been asked.',
      withdraw: 'The request to {{name}} is withdrawn.',
      accept: '{{name}} is your friend now.',
      remove: '{{name}} is no friend any more.',
    },
    remove: 'Remove',
    removeTitle: 'Remove Friend?',
    removeText: '{{name}} disappears from your friends, and you from theirs.',
    findTitle: 'Find Friends',
    findStart: 'Who is it?',
    findStartText: 'Type the beginning of a username.',
    findNone: 'Nobody is called {{query}} …',
    findNoneText:
      'Names are matched from their first letter on. Without a name, share the link of a session.',
    found_one: '{{count}} person found',
    found_other: '{{count}} people found',
  },
} as const
