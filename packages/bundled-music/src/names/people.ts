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
   * Names of playlists of other people. They are in the list of this person, but only their owners may read the
   * contents.
   */
  readonly follows: readonly string[]
}

/** Describes a playlist. @param genres in order of preference, separated by commas */
const playlist = (name: string, description: string, size: number, genres: string): PlaylistEntry => ({
  ...{ name, description, size },
  genres: genres.split(', '),
})

export const PEOPLE: readonly PersonEntry[] = [
  {
    id: 'ann',
    displayName: 'Ann Lindqvist',
    playlists: [
      playlist('Sunday Kitchen', 'Pancakes, then coffee, then more coffee.', 34, 'bossa nova, folk, lo-fi'),
      playlist('Långsamma morgnar', '', 24, 'ambient, chamber, folk'),
      playlist('Dinner for Eight', 'Nothing anyone could object to.', 40, 'bossa nova, funk, lo-fi, dub'),
      { ...playlist('Letters I Should Have Sent', '', 18, 'folk, post-rock, chamber'), private: true },
    ],
    follows: [],
  },
  {
    id: 'ben',
    displayName: 'Ben Okafor',
    playlists: [
      playlist('Leg Day', '128 beats, no excuses.', 30, 'techno, house, chiptune'),
      playlist('Garage Sale', '', 46, 'funk, dub, house'),
      playlist('Night Drive', 'Windows down, heater on.', 28, 'synthwave, techno'),
      playlist(
        'Everything I Ever Liked',
        'The big one. Press shuffle.',
        128,
        'funk, house, synthwave, dub, lo-fi, techno, bossa nova',
      ),
      playlist('Dad’s Records', 'For when he visits.', 20, 'bossa nova, funk'),
    ],
    follows: ['Sunday Kitchen'],
  },
  {
    id: 'cleo',
    displayName: 'Cleo Papadaki',
    playlists: [
      playlist('Καλοκαίρι 2025', 'Νησί, αλάτι, ύπνος.', 36, 'house, bossa nova, dub'),
      playlist('Terrace After Eleven', '', 32, 'house, funk, synthwave'),
      {
        ...playlist(
          'House Party',
          'Add what you like. Remove nothing of mine.',
          44,
          'house, funk, techno, chiptune',
        ),
        collaborative: true,
      },
    ],
    follows: [],
  },
  {
    id: 'dan',
    displayName: 'Dan Whitlock',
    playlists: [
      playlist('deep work', 'headphones on = not here', 52, 'lo-fi, ambient, techno'),
      playlist('Save Point', 'The music of games that never were.', 24, 'chiptune, synthwave'),
      playlist('Long Way Home', '', 26, 'post-rock, synthwave, ambient'),
      playlist('rain on the skylight', '', 22, 'lo-fi, ambient, chamber'),
    ],
    follows: [],
  },
  {
    id: 'eva',
    displayName: 'Eva Zielińska',
    playlists: [
      playlist('Walce i inne tańce', 'Na trzy.', 24, 'chamber, folk'),
      playlist('Studio', 'While the paint dries.', 38, 'ambient, post-rock, chamber, lo-fi'),
      playlist('Big Skies', '', 26, 'post-rock, folk'),
      { ...playlist('Guilty, Your Honour', 'No comment.', 16, 'chiptune, funk, synthwave'), private: true },
      playlist('Train to Gdańsk', 'Three hours, if nothing breaks.', 42, 'folk, post-rock, dub, lo-fi'),
    ],
    follows: [],
  },
  {
    id: 'finn',
    displayName: 'Finn Ó Dálaigh',
    playlists: [
      playlist('Bass Before Breakfast', '', 30, 'dub, techno, funk'),
      playlist('Songs for the Boat', 'It leaks. The speakers are fine.', 34, 'dub, folk, bossa nova'),
      playlist('深夜', '', 26, 'synthwave, lo-fi, house'),
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
  /** A song of the playlist that was withdrawn from the service. */
  withdrawn: { artist: 'Echo Chamber No. 9', title: 'Spring Tank (Bootleg)' },
  /** A song that the playlist contains under an older id. */
  replaced: { artist: 'Sister Juniper', title: 'Zinc Roof (First Pressing)', by: 'Zinc Roof' },
} as const
