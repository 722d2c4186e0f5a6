export const websiteTexts = {
  website: {
    nav: 'Website',
    join: 'Join Us',
    how: 'How To',
    login: 'Login',
    about: 'About',
    more: 'More',
    home: 'Jointly, to the start',
    taglineStart: 'Listening to music',
    taglineJointly: 'jointly',
    taglineEnd: 'has never been easier.',
    pitch:
      'One room, one song, everyone’s vote. You hear the same beat at the same moment, wherever you are.',
    demo: {
      label: 'A session, as it looks while people vote',
      now: 'Now playing',
      room: 'Kitchen, Friday',
      songs: {
        'Paper Lanterns': 'Mira Vale',
        'Nine Bridges': 'The Night Post',
        Halogen: 'Oslo Drive',
        'Café del Sur': 'Ñandú',
        'Slow Tide': 'Harbour & Co',
      },
    },
  },
  how: {
    title: 'Three steps to one song',
    steps: {
      join: {
        title: 'Join or create a session',
        text: 'Open a room, or follow the link or the code someone shows you.',
      },
      play: {
        title: 'Start playing',
        text: 'Link your streaming account and press play. Everybody is at the same bar.',
      },
      vote: {
        title: 'Vote existing or new songs',
        text: 'Thumbs decide what comes next. Every taste gets its turn, none waits for ever.',
      },
    },
    start: 'Get started',
  },
  join: {
    title: 'Coming Soon',
    text: 'We will let You know when time has come',
    open: 'On this server the doors are open already.',
    create: 'Create an account',
  },
  about: {
    lead: 'Music was always something people did together. Then everyone got headphones.',
    body: 'Jointly puts a group back into one room: a kitchen, an office, a train, three cities. Everyone links an own account, everyone votes, and the same song plays for all at the same moment.',
    fairTitle: 'Fair, and it says why',
    fair: 'What plays next follows rules that you can read on every song: its votes, whose turn it is, how long it has waited. Nobody owns the night.',
    yoursTitle: 'On your own machine',
    yours: 'It runs from one command on a computer of yours. Votes, names and playlists stay there.',
  },
  details: {
    lead: 'What is in it',
    points: {
      step: {
        title: 'In step',
        text: 'Every device measures its own delay, and shows within how many milliseconds it plays.',
      },
      why: {
        title: 'It says why',
        text: 'Each song tells why it stands where it stands, and about when it plays.',
      },
      random: {
        title: 'Random mode',
        text: 'No votes? Then songs come from everyone’s playlists, in equal shares by person.',
      },
      managed: {
        title: 'Managed sessions',
        text: 'Moderators, flavors that say what fits, and a door that can be closed.',
      },
      skip: {
        title: 'A fair skip',
        text: 'A song ends early when enough listeners wish it. In a crowd, one alone cannot.',
      },
      share: {
        title: 'Link, code, poster',
        text: 'Share a session by link, QR code or a poster for the wall.',
      },
      timeline: {
        title: 'Timeline',
        text: 'What was that song? Everything you heard together, for thirty days.',
      },
      phone: { title: 'On the home screen', text: 'Install it as an app, on the phone and on the desktop.' },
      own: {
        title: 'At home with you',
        text: 'One command starts it, with music of its own where there is no streaming service.',
      },
    },
  },
} as const
