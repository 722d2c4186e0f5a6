import {
  type Album,
  type Artist,
  type AudioSource,
  type Catalogue,
  type Library,
  type Person,
  type Playlist,
  stableId,
  type Track,
} from '@jointly/music-library'

const sampleRate = 8000
const headerBytes = 44

/** The titles of the songs, which are tones of different pitches. */
export const toneTitles = [
  'Ålesund Morning',
  'Blue Moon Rising',
  'Café del Norte',
  'Добрый вечер',
  'Every Blue Thing',
  'Fjord',
  'Gold',
  'Harbour Lights',
  'Idle Hands',
  'Jade',
  'Kite',
  'Lantern',
]

export const trackIdOf = (title: string): string => stableId(`tone ${title}`)

const artists: readonly Artist[] = [
  { id: stableId('artist Nova'), name: 'Nova', genres: ['ambient'] },
  { id: stableId('artist Øl & Brød'), name: 'Øl & Brød', genres: ['folk'] },
]

const albums: readonly Album[] = artists.map((artist, index) => ({
  id: stableId(`album of ${artist.name}`),
  name: index === 0 ? 'First Light' : 'Blue Hour',
  artistIds: [artist.id],
  releaseDate: index === 0 ? '2019-05-01' : '2021',
  trackIds: toneTitles.filter((_, number) => number % 2 === index).map(trackIdOf),
  upc: index === 0 ? '400000000015' : '',
  copyrights: index === 0 ? [{ text: '2019 Nova', type: 'P' }] : [],
}))

const tracks: readonly Track[] = [
  ...toneTitles.map(
    (title, number): Track => ({
      id: trackIdOf(title),
      title,
      artistIds: [artists[number % 2]?.id ?? ''],
      albumId: albums[number % 2]?.id ?? '',
      trackNumber: Math.floor(number / 2) + 1,
      durationMs: 20_000,
      explicit: title === 'Gold',
      isrc: `XXTNE26000${String(number).padStart(2, '0')}`,
      genre: number % 2 === 0 ? 'ambient' : 'folk',
      ...(title === 'Lantern' ? { playable: false } : {}),
    }),
  ),
  {
    id: trackIdOf('Old Fjord'),
    title: 'Fjord',
    artistIds: [artists[1]?.id ?? ''],
    albumId: albums[1]?.id ?? '',
    trackNumber: 9,
    durationMs: 20_000,
    explicit: false,
    isrc: '',
    genre: 'folk',
    relinkedTo: trackIdOf('Fjord'),
  },
]

const playlist = (name: string, ownerId: string, extra: Partial<Playlist>): Playlist => ({
  id: stableId(`playlist ${name}`),
  name,
  description: '',
  ownerId,
  collaborative: false,
  public: true,
  snapshotId: stableId(`snapshot ${name}`),
  items: [],
  ...extra,
})

const song = (title: string) => ({ kind: 'track', trackId: trackIdOf(title) }) as const

export const lists = {
  mornings: playlist('Mornings', 'ann', {
    items: [
      ...toneTitles.map(song),
      { kind: 'local', name: 'Rehearsal.mp3' },
      { kind: 'missing' },
      { kind: 'episode', id: stableId('episode'), name: 'A talk' },
    ],
  }),
  long: playlist('Long one', 'ann', {
    items: Array.from({ length: 120 }, (_, number) => song(toneTitles[number % 11] ?? '')),
  }),
  shared: playlist('Everybody adds', 'ben', { collaborative: true, public: false, items: [song('Gold')] }),
  bens: playlist('Evenings', 'ben', { items: [song('Kite')] }),
}

const person = (id: string, displayName: string, more: Partial<Person>): Person => ({
  id,
  displayName,
  country: 'SE',
  product: 'premium',
  playlistIds: [],
  followedPlaylistIds: [],
  ...more,
})

const people: readonly Person[] = [
  person('ann', 'Ann', {
    playlistIds: [lists.mornings.id, lists.long.id],
    followedPlaylistIds: [lists.bens.id, lists.shared.id],
  }),
  person('ben', 'Ben', { playlistIds: [lists.bens.id, lists.shared.id] }),
  person('finn', 'Finn', { product: 'free' }),
]

const byId = <T extends { readonly id: string }>(entries: readonly T[]): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]))

/** Creates a library for tests with 12 tones of 20 s. One tone has a replacement, and one tone cannot be played. */
export function toneLibrary(): Library {
  const catalogue: Catalogue = {
    tracks: byId(tracks),
    artists: byId(artists),
    albums: byId(albums),
    playlists: byId(Object.values(lists)),
    people: byId(people),
  }
  return {
    catalogue: () => catalogue,
    open: async (trackId) => {
      const number = tracks.findIndex((track) => track.id === trackId)
      return number < 0 ? undefined : tone(220 * 2 ** (number / 12), tracks[number]?.durationMs ?? 0)
    },
    picture: async (of, id) => ({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg"><title>${of} ${id}</title></svg>`,
    }),
    commonPlaylistIds: () => [],
    starterPlaylists: (personId) => [
      playlist(`Starters of ${personId}`, personId, { items: toneTitles.slice(0, 5).map(song) }),
    ],
    isOpen: () => true,
    scan: () => ({ phase: 'ready', done: tracks.length, total: tracks.length, broken: 0 }),
    close: async () => undefined,
  }
}

/** Creates a tone of this frequency as a 16-bit mono WAV file. Its bytes are calculated when they are read. */
function tone(hertz: number, durationMs: number): AudioSource {
  const dataBytes = Math.round((sampleRate * durationMs) / 1000) * 2
  const header = wavHeader(dataBytes)
  const byteAt = (offset: number): number => {
    if (offset < headerBytes) return header[offset] ?? 0
    const sample = Math.round(
      12_000 * Math.sin((2 * Math.PI * hertz * Math.floor((offset - headerBytes) / 2)) / sampleRate),
    )
    return (offset % 2 === 0 ? sample : sample >> 8) & 0xff
  }
  return {
    contentType: 'audio/wav',
    byteLength: headerBytes + dataBytes,
    async *read(start, end) {
      for (let at = start; at < end; at += 16_384) {
        yield Uint8Array.from({ length: Math.min(16_384, end - at) }, (_, index) => byteAt(at + index))
      }
    },
  }
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}
