/** Describes a playlist of a bundled listener. The description decides which songs the playlist gets. */
export type PlaylistEntry = {
  readonly name: string
  readonly description: string
  readonly size: number
  /** Genres in order of preference: each is about half as likely as the one before it. */
  readonly genres: readonly string[]
  readonly collaborative?: true
  readonly private?: true
}

export type PersonEntry = {
  readonly id: string
  readonly displayName: string
  readonly playlists: readonly PlaylistEntry[]
  /**
   * Names of playlists of other people. This person sees the playlists in the list, but only their owners may read
   * the contents.
   */
  readonly follows: readonly string[]
}

export const PEOPLE: readonly PersonEntry[] = [
  {
    id: 'ann',
    displayName: 'Ann Lindqvist',
    playlists: [
      {
        name: 'Sunday Kitchen',
        description: 'Pancakes, then coffee, then more coffee.',
        size: 34,
        genres: ['bossa nova', 'folk', 'lo-fi'],
      },
      { name: 'Långsamma morgnar', description: '', size: 24, genres: ['ambient', 'chamber', 'folk'] },
      {
        name: 'Dinner for Eight',
        description: 'Nothing anyone could object to.',
        size: 40,
        genres: ['bossa nova', 'funk', 'lo-fi', 'dub'],
      },
      {
        name: 'Letters I Should Have Sent',
        description: '',
        size: 18,
        genres: ['folk', 'post-rock', 'chamber'],
        private: true,
      },
    ],
    follows: [],
  },
  {
    id: 'ben',
    displayName: 'Ben Okafor',
    playlists: [
      {
        name: 'Leg Day',
        description: '128 beats, no excuses.',
        size: 30,
        genres: ['techno', 'house', 'chiptune'],
      },
      { name: 'Garage Sale', description: '', size: 46, genres: ['funk', 'dub', 'house'] },
      {
        name: 'Night Drive',
        description: 'Windows down, heater on.',
        size: 28,
        genres: ['synthwave', 'techno'],
      },
      {
        name: 'Everything I Ever Liked',
        description: 'The big one. Press shuffle.',
        size: 128,
        genres: ['funk', 'house', 'synthwave', 'dub', 'lo-fi', 'techno', 'bossa nova'],
      },
      { name: 'Dad’s Records', description: 'For when he visits.', size: 20, genres: ['bossa nova', 'funk'] },
    ],
    follows: ['Sunday Kitchen'],
  },
  {
    id: 'cleo',
    displayName: 'Cleo Papadaki',
    playlists: [
      {
        name: 'Καλοκαίρι 2025',
        description: 'Νησί, αλάτι, ύπνος.',
        size: 36,
        genres: ['house', 'bossa nova', 'dub'],
      },
      { name: 'Terrace After Eleven', description: '', size: 32, genres: ['house', 'funk', 'synthwave'] },
      {
        name: 'House Party',
        description: 'Add what you like. Remove nothing of mine.',
        size: 44,
        genres: ['house', 'funk', 'techno', 'chiptune'],
        collaborative: true,
      },
    ],
    follows: [],
  },
  {
    id: 'dan',
    displayName: 'Dan Whitlock',
    playlists: [
      {
        name: 'deep work',
        description: 'headphones on = not here',
        size: 52,
        genres: ['lo-fi', 'ambient', 'techno'],
      },
      {
        name: 'Save Point',
        description: 'The music of games that never were.',
        size: 24,
        genres: ['chiptune', 'synthwave'],
      },
      { name: 'Long Way Home', description: '', size: 26, genres: ['post-rock', 'synthwave', 'ambient'] },
      { name: 'rain on the skylight', description: '', size: 22, genres: ['lo-fi', 'ambient', 'chamber'] },
    ],
    follows: [],
  },
  {
    id: 'eva',
    displayName: 'Eva Zielińska',
    playlists: [
      { name: 'Walce i inne tańce', description: 'Na trzy.', size: 24, genres: ['chamber', 'folk'] },
      {
        name: 'Studio',
        description: 'While the paint dries.',
        size: 38,
        genres: ['ambient', 'post-rock', 'chamber', 'lo-fi'],
      },
      { name: 'Big Skies', description: '', size: 26, genres: ['post-rock', 'folk'] },
      {
        name: 'Guilty, Your Honour',
        description: 'No comment.',
        size: 16,
        genres: ['chiptune', 'funk', 'synthwave'],
        private: true,
      },
      {
        name: 'Train to Gdańsk',
        description: 'Three hours, if nothing breaks.',
        size: 42,
        genres: ['folk', 'post-rock', 'dub', 'lo-fi'],
      },
    ],
    follows: [],
  },
  {
    id: 'finn',
    displayName: 'Finn Ó Dálaigh',
    playlists: [
      { name: 'Bass Before Breakfast', description: '', size: 30, genres: ['dub', 'techno', 'funk'] },
      {
        name: 'Songs for the Boat',
        description: 'It leaks. The speakers are fine.',
        size: 34,
        genres: ['dub', 'folk', 'bossa nova'],
      },
      { name: '深夜', description: '', size: 26, genres: ['synthwave', 'lo-fi', 'house'] },
    ],
    follows: ['Night Drive', 'Studio'],
  },
]

/** A playlist of Finn with unusual entries, because real libraries have such entries. */
export const ODDS_AND_ENDS = {
  owner: 'finn',
  name: 'Odds and Ends',
  description: 'Must sort this out some day.',
  genres: ['folk', 'chiptune', 'dub'],
  size: 6,
  local: 'boat-engine-2019.mp3',
  episode: 'Knots, Explained (Episode 12)',
  /** A song that is in the list but was withdrawn from the service. */
  withdrawn: { artist: 'Echo Chamber No. 9', title: 'Spring Tank (Bootleg)' },
  /** A song that is in the list under an older id. */
  replaced: { artist: 'Sister Juniper', title: 'Zinc Roof (First Pressing)', by: 'Zinc Roof' },
} as const
