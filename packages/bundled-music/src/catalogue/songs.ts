import { planSong, type SongPlan } from '../compose/song-plan.ts'
import { styleOf } from '../compose/styles/index.ts'
import { bundledId } from './song-id.ts'
import { readRecords } from '../names/read-records.ts'
import { RECORDS } from '../names/records.ts'
import type { Album, Artist, Copyright, Track } from '@jointly/music-library'

/** The bundled songs: the catalogue entries, and the plans from which the music is composed. */
export type Songbook = {
  readonly tracks: ReadonlyMap<string, Track>
  readonly artists: ReadonlyMap<string, Artist>
  readonly albums: ReadonlyMap<string, Album>
  /** For each track that can be played: the plan of its music and the name of its artist. The key is the track id. */
  readonly plans: ReadonlyMap<string, { readonly plan: SongPlan; readonly artist: string }>
}

export const artistIdOf = (name: string): string => bundledId(`artist ${name}`)
export const albumIdOf = (artist: string, name: string): string => bundledId(`album ${artist} / ${name}`)
export const trackIdOf = (artist: string, title: string): string => bundledId(`track ${artist} / ${title}`)

function isrcOf(place: number, released: string): string {
  return `QZJNT${released.slice(2, 4)}${String(place).padStart(5, '0')}`
}

/**
 * Returns the UPC of a record. Numbers that start with 4 are reserved for the use within one company, so no other record
 * has the same number.
 */
function upcOf(place: number): string {
  const digits = `4${String(place).padStart(10, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** The holder of the rights, as in the file LICENSE. */
const holder = '2026 The Jointly authors'
const copyrights: readonly Copyright[] = [
  { text: holder, type: 'C' },
  { text: holder, type: 'P' },
]

function buildSongbook(): Songbook {
  const tracks = new Map<string, Track>()
  const artists = new Map<string, Artist>()
  const albums = new Map<string, Album>()
  const plans = new Map<string, { plan: SongPlan; artist: string }>()
  for (const { genre, artist, name, released, songs } of readRecords(RECORDS)) {
    const artistId = artistIdOf(artist)
    artists.set(artistId, { id: artistId, name: artist, genres: [genre] })
    const albumId = albumIdOf(artist, name)
    const trackIds = songs.map(({ title, guest, explicit }, i) => {
      const id = trackIdOf(artist, title)
      const plan = planSong(styleOf(genre), `${artist} / ${name}`, `${artist} / ${title}`)
      plans.set(id, { plan, artist })
      tracks.set(id, {
        id,
        title,
        artistIds: guest === null ? [artistId] : [artistId, artistIdOf(guest)],
        albumId,
        trackNumber: i + 1,
        durationMs: plan.durationMs,
        explicit,
        isrc: isrcOf(tracks.size + 1, released),
        genre,
      })
      return id
    })
    const upc = upcOf(albums.size + 1)
    const album = { id: albumId, name, artistIds: [artistId], releaseDate: released, trackIds }
    albums.set(albumId, { ...album, upc, copyrights })
  }
  return { tracks, artists, albums, plans }
}

let songbook: Songbook | undefined

/** Returns the bundled songs. The first call creates them. */
export function bundledSongs(): Songbook {
  songbook ??= buildSongbook()
  return songbook
}
