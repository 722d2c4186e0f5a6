import type { FlavorItem, Playlist, Song } from '@jointly/contract'

export const flavorName = ({ name, title, id }: FlavorItem): string => name ?? title ?? id

export const itemOfSong = ({ id, title }: Song): FlavorItem => ({ kind: 'song', id, title })
export const itemOfPlaylist = ({ id, title }: Playlist): FlavorItem => ({ kind: 'playlist', id, title })

/**
 * Returns the artists of the songs without duplicates, in the order of the songs. Artists without an id are left out.
 */
export function artistsOf(songs: readonly Song[]): FlavorItem[] {
  const artists = new Map<string, FlavorItem>()
  for (const { id, name } of songs.flatMap((song) => song.artists))
    if (id !== null && !artists.has(id)) artists.set(id, { kind: 'artist', id, name })
  return [...artists.values()]
}
