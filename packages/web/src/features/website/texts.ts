export const websiteTexts = {
  website: {
    nav: 'Website',
    join: 'Join Us',
    how: 'How To',
    login: 'Login',
    about: 'About',
    more: 'More',
    home: 'Jointly, start page',
    taglineStart: 'Listening to music',
    taglineJointly: 'jointly',
    taglineEnd: 'has never been easier.',
    start: 'Start a session',
    pitch: 'Everyone hears the same song at the same moment and votes for the next one.',
    demo: {
      label: 'Example of a session while people vote',
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
  code: {
    title: 'Join with a code',
    text: 'Ask someone in the session for its code.',
    label: 'Session code',
    hint: 'Six letters and digits, like ABC 234.',
    open: 'Open',
    another: 'Have another code?',
  },
  how: {
    title: 'Listen together in three steps',
    steps: {
      join: {
        title: 'Join or create a session',
        text: 'Create your own, or open a link or code from a friend.',
      },
      play: {
        title: 'Start playing',
        text: 'Connect your streaming account and press play. Everyone hears the same moment.',
      },
      vote: {
        title: 'Vote existing or new songs',
        text: 'Votes decide what plays next. Everyone gets a turn.',
      },
    },
    start: 'Get started',
  },
} as const

/** The texts of the website's pages except the start page. They are loaded only with these pages. */
export const websitePageTexts = {
  about: {
    lead: 'Music is better together.',
    body: 'With Jointly, a group listens to the same song at the same moment: in a kitchen, in an office, or in three cities. Everyone votes for what plays next.',
    fairTitle: 'Fair and open',
    fair: 'Every song shows why it plays next: its votes, whose turn it is, how long it has waited.',
    yoursTitle: 'On your own computer',
    yours: 'Start it with one command. Votes, names and playlists stay on your computer.',
  },
  details: {
    lead: 'Features',
    points: {
      step: {
        title: 'In sync',
        text: 'Every device measures its delay. Where the browser reports enough, it shows how precise it is, in milliseconds.',
      },
      why: {
        title: 'Clear reasons',
        text: 'Each song shows why it has its place and when it will probably play.',
      },
      random: {
        title: 'Random mode',
        text: 'Votes decide what plays. Without votes, songs come from everyone’s playlists, and people take turns.',
      },
      managed: {
        title: 'Managed sessions',
        text: 'Moderators (people who help you) and flavors (which songs are allowed).',
      },
      skip: {
        title: 'A fair skip',
        text: 'A song is skipped when enough listeners want it. In a managed session, the host can skip at once.',
      },
      share: {
        title: 'Link, code, poster',
        text: 'Share a session by link, QR code or printed poster.',
      },
      timeline: {
        title: 'Timeline',
        text: 'What was that song? See everything that played in your sessions in the last thirty days.',
      },
      phone: { title: 'On the home screen', text: 'Install it as an app on phone and desktop.' },
      own: {
        title: 'On your own computer',
        text: 'One command starts it. It brings its own music, so you need no streaming service.',
      },
    },
  },
} as const
