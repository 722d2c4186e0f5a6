import { Album, type FoundSong, type Song } from '@jointly/contract'
import { Image, parseEach, WireArtist, WireItem, WireTrack } from './wire.ts'

/** The preferred width of a cover in pixels. It is large enough for the player, and the files are small. */
const COVER_WIDTH_PX = 300

/**
 * Converts a track of the provider to a song.
 * @param linkProtocols the allowed protocols of the link to the song's page, such as `https:`; if empty, the song gets
 * no link
 */
export function songOf(track: WireTrack, linkProtocols: readonly string[]): Song {
  return {
    id: track.id,
    title: track.name,
    artists: parseEach(WireArtist, track.artists ?? []).map(({ id, name }) => ({ id: id ?? null, name })),
    cover: coverOf(track.album?.images),
    duration: Math.round(track.duration_ms),
    sources: [{ service: 'spotify', src: track.uri }],
    link: linkOf(track.external_urls?.spotify, linkProtocols),
    explicit: track.explicit ?? false,
  }
}

/** Converts a track in a search result to a song with its album. The parameters are those of `songOf`. */
export function foundSongOf(track: WireTrack, linkProtocols: readonly string[]): FoundSong {
  const album = Album.safeParse(track.album)
  const song = songOf(track, linkProtocols)
  return album.success && album.data.name !== '' ? { ...song, album: album.data } : song
}

/**
 * Returns the address of a link if its protocol is allowed (L11). Otherwise null: an address with `javascript:`, for
 * example, would run a script.
 */
export function linkOf(address: string | null | undefined, protocols: readonly string[]): string | null {
  const isSafe = address && URL.canParse(address) && protocols.includes(new URL(address).protocol)
  return isSafe ? address : null
}

/**
 * Returns the playable songs among the entries of a playlist. Local files, episodes, and deleted or unavailable songs
 * are left out (L11).
 */
export function tracksOf(entries: readonly unknown[]): WireTrack[] {
  const songs = parseEach(WireItem, entries).filter(({ is_local }) => !is_local)
  return parseEach(
    WireTrack,
    songs.map(({ item, track }) => item ?? track),
  ).filter(isPlayable)
}

export function isPlayable(track: WireTrack): boolean {
  const hasLength = track.duration_ms >= 1
  return hasLength && !track.is_local && track.is_playable !== false && (track.type ?? 'track') === 'track'
}

/** Returns the address of the image whose width is closest to `COVER_WIDTH_PX`. Null if there is no valid image. */
export function coverOf(images: readonly unknown[] | null | undefined): string | null {
  const distance = ({ width }: { width?: number | null | undefined }) =>
    Math.abs((width ?? COVER_WIDTH_PX) - COVER_WIDTH_PX)
  return parseEach(Image, images ?? []).toSorted((a, b) => distance(a) - distance(b))[0]?.url ?? null
}
