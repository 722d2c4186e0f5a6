import { planSong, type SongPlan } from '../compose/song-plan.ts'
import { styleOf } from '../compose/styles/index.ts'
import { bundledId } from './song-id.ts'
import { ELECTRONIC } from '../names/electronic.ts'
import { GROOVE } from '../names/groove.ts'
import { QUIET } from '../names/quiet.ts'
import type { GenreEntry } from '../names/entries.ts'
import type { Album, Artist, Track } from '@jointly/music-library'

const GENRES: readonly GenreEntry[] = [...ELECTRONIC, ...QUIET, ...GROOVE]

/** The bundled songs: the catalogue entries, and the plans for composing the music. */
export type Songbook = {
  readonly tracks: ReadonlyMap<string, Track>
  readonly artists: ReadonlyMap<string, Artist>
  readonly albums: ReadonlyMap<string, Album>
  /** The plan and the artist of each playable track. */
  readonly plans: ReadonlyMap<string, { readonly plan: SongPlan; readonly artist: string }>
}

export const artistIdOf = (name: string): string => bundledId(`artist ${name}`)
export const albumIdOf = (artist: string, name: string): string => bundledId(`album ${artist} / ${name}`)
export const trackIdOf = (artist: string, title: string): string => bundledId(`track ${artist} / ${title}`)

function isrcOf(place: number, released: string): string {
  return `QZJNT${released.slice(2, 4)}${String(place).padStart(5, '0')}`
}

function buildSongbook(): Songbook {
  const tracks = new Map<string, Track>()
  const artists = new Map<string, Artist>()
  const albums = new Map<string, Album>()
  const plans = new Map<string, { plan: SongPlan; artist: string }>()
  for (const { genre, artists: entries } of GENRES) {
    const style = styleOf(genre)
    for (const artist of entries) {
      const artistId = artistIdOf(artist.name)
      artists.set(artistId, { id: artistId, name: artist.name, genres: [genre] })
      for (const record of artist.records) {
        const albumId = albumIdOf(artist.name, record.name)
        const trackIds = record.songs.map((song, i) => {
          const { title, with: guest, explicit = false } = typeof song === 'string' ? { title: song } : song
          const id = trackIdOf(artist.name, title)
          const seed = `${artist.name} / ${title}`
          const plan = planSong(style, `${artist.name} / ${record.name}`, seed)
          plans.set(id, { plan, artist: artist.name })
          tracks.set(id, {
            id,
            title,
            artistIds: guest === undefined ? [artistId] : [artistId, artistIdOf(guest)],
            albumId,
            trackNumber: i + 1,
            durationMs: plan.durationMs,
            explicit,
            isrc: isrcOf(tracks.size + 1, record.released),
            genre,
          })
          return id
        })
        albums.set(albumId, {
          id: albumId,
          name: record.name,
          artistIds: [artistId],
          releaseDate: record.released,
          trackIds,
        })
      }
    }
  }
  return { tracks, artists, albums, plans }
}

let songbook: Songbook | undefined

/** Returns the bundled songs. The first call creates them. */
export function bundledSongs(): Songbook {
  songbook ??= buildSongbook()
  return songbook
}
