import { bundledId } from './song-id.ts'
import { ODDS_AND_ENDS, PEOPLE, type PersonEntry, type PlaylistEntry } from '../names/people.ts'
import { hashText, type Random, randomFrom } from './random.ts'
import { artistIdOf, trackIdOf } from './songs.ts'
import type { Person, Playlist, PlaylistItem, Track } from '@jointly/music-library'

const playlistIdOf = (owner: string, name: string): string => bundledId(`playlist ${owner} / ${name}`)

function snapshotOf(items: readonly PlaylistItem[]): string {
  return bundledId(`snapshot ${JSON.stringify(items)}`)
}

/** Chooses random songs without duplicates. Each genre of `genres` is about half as likely as the genre before it. */
function pickTracks(
  tracks: readonly Track[],
  genres: readonly string[],
  size: number,
  random: Random,
): string[] {
  const songsByGenre = genres.map((genre) => random.shuffled(tracks.filter((track) => track.genre === genre)))
  const picked: string[] = []
  while (picked.length < size && songsByGenre.some((songs) => songs.length > 0)) {
    let genreIndex = 0
    while (genreIndex < songsByGenre.length - 1 && random.chance(0.5)) genreIndex += 1
    const track = (
      songsByGenre[genreIndex]?.length
        ? songsByGenre[genreIndex]
        : songsByGenre.find((songs) => songs.length > 0)
    )?.pop()
    if (track) picked.push(track.id)
  }
  return picked
}

const asItem = (trackId: string): PlaylistItem => ({ kind: 'track', trackId })

function playlistOf(person: PersonEntry, entry: PlaylistEntry, tracks: readonly Track[]): Playlist {
  const random = randomFrom(`playlist ${person.id} ${entry.name}`)
  const items = pickTracks(tracks, entry.genres, entry.size, random).map(asItem)
  return {
    id: playlistIdOf(person.id, entry.name),
    name: entry.name,
    description: entry.description,
    ownerId: person.id,
    collaborative: entry.collaborative ?? false,
    public: entry.private === undefined && entry.collaborative === undefined,
    snapshotId: snapshotOf(items),
    items,
  }
}

/** Creates a withdrawn song and a song whose id has changed, because real libraries have such songs. */
export function unavailableTracks(tracks: ReadonlyMap<string, Track>): Track[] {
  const { withdrawn, replaced } = ODDS_AND_ENDS
  const like = (artist: string, title: string): Track => {
    const original = [...tracks.values()].find((track) => track.artistIds[0] === artistIdOf(artist))
    if (!original) throw new Error(`no song by ${artist}`)
    const { title: _title, ...rest } = original
    return {
      ...rest,
      id: trackIdOf(artist, title),
      title,
      isrc: `QZJNT99${String(hashText(title) % 100_000).padStart(5, '0')}`,
    }
  }
  const current = tracks.get(trackIdOf(replaced.artist, replaced.by))
  if (!current) throw new Error(`no song ${replaced.by}`)
  return [
    { ...like(withdrawn.artist, withdrawn.title), playable: false },
    {
      ...current,
      id: trackIdOf(replaced.artist, replaced.title),
      title: replaced.title,
      relinkedTo: current.id,
    },
  ]
}

function oddsAndEnds(tracks: readonly Track[]): Playlist {
  const odd = ODDS_AND_ENDS
  const ordinary = pickTracks(tracks, odd.genres, odd.size, randomFrom('odds and ends')).map(asItem)
  const items: PlaylistItem[] = [
    ...ordinary.slice(0, 2),
    { kind: 'missing' },
    { kind: 'local', name: odd.local },
    ...ordinary.slice(2, 4),
    { kind: 'episode', id: bundledId(`episode ${odd.episode}`), name: odd.episode },
    asItem(trackIdOf(odd.withdrawn.artist, odd.withdrawn.title)),
    asItem(trackIdOf(odd.replaced.artist, odd.replaced.title)),
    ...ordinary.slice(4),
  ]
  return {
    id: playlistIdOf(odd.owner, odd.name),
    name: odd.name,
    description: odd.description,
    ownerId: odd.owner,
    collaborative: false,
    public: true,
    snapshotId: snapshotOf(items),
    items,
  }
}

/** Creates the bundled people and their playlists. The playlists contain songs of `tracks`. */
export function playlistsAndPeople(tracks: readonly Track[]): {
  playlists: Map<string, Playlist>
  people: Map<string, Person>
} {
  const playlists = PEOPLE.flatMap((person) =>
    person.playlists.map((entry) => playlistOf(person, entry, tracks)),
  )
  playlists.push(oddsAndEnds(tracks))
  const people = PEOPLE.map(
    (person): Person => ({
      id: person.id,
      displayName: person.displayName,
      country: 'DE',
      product: 'premium',
      playlistIds: playlists
        .filter((playlist) => playlist.ownerId === person.id)
        .map((playlist) => playlist.id),
      followedPlaylistIds: playlists
        .filter((playlist) => person.follows.includes(playlist.name))
        .map((playlist) => playlist.id),
    }),
  )
  return {
    playlists: new Map(playlists.map((playlist) => [playlist.id, playlist])),
    people: new Map(people.map((person) => [person.id, person])),
  }
}
