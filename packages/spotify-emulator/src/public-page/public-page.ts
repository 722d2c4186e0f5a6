import type { Collection } from '../library/collection.ts'
import type { Language } from '../http/language.ts'
import { escapeHtml } from '../accounts/page/escape.ts'
import type { PictureOf } from '@jointly/music-library'

type Kind = 'song' | 'album' | 'artist' | 'playlist'

/** The name of each kind of entry, by language (W3). */
const kinds: Record<Language, Record<Kind, string>> = {
  en: { song: 'Song', album: 'Album', artist: 'Artist', playlist: 'Playlist' },
  de: { song: 'Lied', album: 'Album', artist: 'Künstler', playlist: 'Playlist' },
  es: { song: 'Canción', album: 'Álbum', artist: 'Artista', playlist: 'Lista' },
}

/**
 * The content of a public page about a song, an artist, an album or a playlist. `external_urls` in the Web API
 * links to it.
 */
type Subject = {
  readonly kind: Kind
  readonly name: string
  readonly picture: { readonly of: PictureOf; readonly id: string }
  /** Links below the name. */
  readonly about: readonly { readonly label: string; readonly path: string }[]
  readonly tracks: readonly { readonly label: string; readonly path: string }[]
}

const minutes = (durationMs: number): string =>
  `${Math.floor(durationMs / 60_000)}:${String(Math.floor(durationMs / 1000) % 60).padStart(2, '0')}`

function subjectOf(collection: Collection, type: string, id: string): Subject | undefined {
  const artists = (ids: readonly string[]) =>
    ids.map((artistId) => ({ label: collection.artist(artistId)?.name ?? '', path: `artist/${artistId}` }))
  const tracks = (ids: readonly string[]) =>
    ids
      .map((trackId) => collection.track(trackId))
      .filter((track) => track !== undefined)
      .map((track) => ({ label: `${track.title} · ${minutes(track.durationMs)}`, path: `track/${track.id}` }))

  switch (type) {
    case 'track': {
      const track = collection.track(id)
      const album = track === undefined ? undefined : collection.album(track.albumId)
      if (track === undefined) return undefined
      const on = album === undefined ? [] : [{ label: album.name, path: `album/${album.id}` }]
      return {
        kind: 'song',
        name: track.title,
        picture: { of: 'album', id: track.albumId },
        about: [...artists(track.artistIds), ...on],
        tracks: [],
      }
    }
    case 'album': {
      const album = collection.album(id)
      if (album === undefined) return undefined
      return {
        kind: 'album',
        name: album.name,
        picture: { of: 'album', id },
        about: artists(album.artistIds),
        tracks: tracks(album.trackIds),
      }
    }
    case 'artist': {
      const artist = collection.artist(id)
      if (artist === undefined) return undefined
      const own = [...collection.catalogue().tracks.values()].filter((track) => track.artistIds.includes(id))
      return {
        kind: 'artist',
        name: artist.name,
        picture: { of: 'artist', id },
        about: [],
        tracks: tracks(own.map((track) => track.id)),
      }
    }
    case 'playlist': {
      const name = collection.publicPlaylistName(id)
      if (name === undefined) return undefined
      return { kind: 'playlist', name, picture: { of: 'playlist', id }, about: [], tracks: [] }
    }
    default:
      return undefined
  }
}

/**
 * Renders the page at `open/<type>/<id>`, in the language of the visitor. Returns undefined if the entry is unknown
 * or is a private playlist.
 */
export function publicPage(
  collection: Collection,
  { type, id }: { type: string; id: string },
  { basePath, language }: { basePath: string; language: Language },
): string | undefined {
  const subject = subjectOf(collection, type, id)
  if (subject === undefined) return undefined
  const link = ({ label, path }: { label: string; path: string }): string =>
    `<a href="${basePath}/open/${path}">${escapeHtml(label)}</a>`
  const { picture } = subject
  const tracks = subject.tracks.map((track) => `<li>${link(track)}</li>`).join('')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject.name)}</title>
<link rel="stylesheet" href="${basePath}/open/open.css">
</head>
<body>
<main>
<img src="${basePath}/pictures/${picture.of}/${picture.id}/640" alt="" width="320" height="320">
<div>
<p class="kind">${kinds[language][subject.kind]}</p>
<h1>${escapeHtml(subject.name)}</h1>
<p class="about">${subject.about.map(link).join(' · ')}</p>
${tracks === '' ? '' : `<ol>${tracks}</ol>`}
</div>
</main>
</body>
</html>
`
}
